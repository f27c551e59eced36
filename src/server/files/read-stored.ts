// Serves only what was stored: size and hash are compared while the bytes pass. The last bytes are
// held back until the comparison succeeds, so that no client gets a complete file with wrong bytes.

import { canPreview, FILE_TYPES } from '#domain/files.ts';
import { charsetOf } from '#domain/text-charset.ts';
import type { FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { FileDamaged, FileMissing, type FileStore, type OpenedFile, StoreUnavailable } from './file-store.ts';

/**
 * Files up to this size are read before the answer begins, so that the answer can still be an
 * error.
 */
const READ_FIRST_BYTES = 1024 * 1024;

type ExpectedFile = {
  readonly storageKey: string;
  /** Null for pictures, whose rows have no size. Old pictures have no hash either. */
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

/** A row refers to this file, so a missing file is damage. */
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

export type ServedFile = {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
};

/**
 * Streams a stored file with its verified type, never sniffed, never cached. It is inline only when
 * a preview of a PDF or text is requested. A text is served with the character set of its bytes. If
 * the bytes are not what was stored, the connection ends before the last bytes.
 */
export async function sendFile(
  reply: FastifyReply,
  served: { file: ServedFile; files: FileStore; preview: boolean },
): Promise<FastifyReply> {
  const { file } = served;
  const inline = served.preview && canPreview(file.name);
  const type = file.mimeType === FILE_TYPES.txt ? await textTypeOf(served.files, file) : file.mimeType;
  const stream = await readStored(served.files, file);
  stream.once('error', (error) =>
    reply.request.log.error({ event: 'file_not_served', err: error }, 'a stored file could not be served'),
  );
  return reply
    .header('Content-Type', type)
    .header('Content-Length', file.size)
    .header('Content-Disposition', contentDisposition(file.name, inline ? 'inline' : 'attachment'))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'private, no-store')
    .send(stream);
}

/**
 * The media type of a text with its character set. The whole text is read to find it: a byte that
 * is not UTF-8 may be the last one.
 */
async function textTypeOf(files: FileStore, file: ServedFile): Promise<string> {
  const charset = await charsetOf((await readStored(files, file)) as AsyncIterable<Buffer>);
  return `${file.mimeType}; charset=${charset ?? 'utf-8'}`;
}

const NOT_PLAIN = /[^\x20-\x7e]|["\\%;]/g;
const NOT_EXTENDED = /[^A-Za-z0-9!#$&+.^_`|~-]/gu;

// File names on the wire by RFC 6266 and 5987: whatever a name holds, the header is one line of
// ASCII.

/** The header's value for a displayed name. `inline` is only for files that may be previewed. */
export function contentDisposition(name: string, kind: 'attachment' | 'inline'): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace(NOT_PLAIN, '_');
  const fallback = `${kind}; filename="${plain}"`;
  return plain === name ? fallback : `${fallback}; filename*=UTF-8''${extended(name)}`;
}

function extended(name: string): string {
  return Buffer.from(name, 'utf8')
    .toString('utf8')
    .replace(NOT_EXTENDED, (character) =>
      Array.from(Buffer.from(character, 'utf8'), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
        '',
      ),
    );
}
