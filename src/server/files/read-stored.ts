// Serves only what was stored: size and hash are compared while the bytes pass. The last bytes are
// held back until the comparison succeeds, so that no client gets a complete file with wrong bytes.

import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { FileDamaged, FileMissing, type FileStore, type OpenedFile } from './file-store.ts';
import { StoreUnavailable } from './unavailable.ts';

/**
 * Files up to this size are read before the answer begins, so that the answer can still be an
 * error.
 */
const READ_FIRST_BYTES = 1024 * 1024;

export type ExpectedFile = {
  readonly storageKey: string;
  /** Null for images that were stored before their hashes were. */
  readonly size: number | null;
  readonly sha256: string | null;
};

/**
 * The bytes of a stored file. Throws FileDamaged when they are known to be wrong or missing. When
 * that shows only at the end, the stream fails with that error instead of giving its last bytes.
 */
export async function readStored(files: FileStore, expected: ExpectedFile): Promise<Readable> {
  const { stream, size } = await openKnown(files, expected);
  if (expected.size !== null && size !== expected.size) {
    stream.destroy();
    throw new FileDamaged(expected.storageKey, `${size} bytes of ${expected.size}`);
  }
  const checked = pipeline(stream, comparing(expected), () => undefined);
  if (size > READ_FIRST_BYTES) return checked;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of checked) chunks.push(chunk as Buffer);
  } catch (error) {
    throw error instanceof FileDamaged ? error : new StoreUnavailable('away', error);
  }
  return Readable.from(chunks, { objectMode: false });
}

/** A row points at this file, so a missing file is damage. */
async function openKnown(files: FileStore, { storageKey }: ExpectedFile): Promise<OpenedFile> {
  try {
    return await files.open(storageKey);
  } catch (error) {
    throw error instanceof FileMissing ? new FileDamaged(storageKey, 'missing') : error;
  }
}

function comparing({ storageKey, size, sha256 }: ExpectedFile): Transform {
  const hash = createHash('sha256');
  let bytes = 0;
  let held: Buffer | null = null;
  return new Transform({
    transform(...[chunk, , done]: [Buffer, BufferEncoding, (error?: Error | null, chunk?: Buffer) => void]) {
      bytes += chunk.length;
      hash.update(chunk);
      const before = held;
      held = chunk;
      if (before === null) done();
      else done(null, before);
    },
    flush(done) {
      if (size !== null && bytes !== size) done(new FileDamaged(storageKey, `${bytes} bytes of ${size}`));
      else if (sha256 !== null && hash.digest('hex') !== sha256) done(new FileDamaged(storageKey, 'other content'));
      else done(null, held ?? undefined);
    },
  });
}
