import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileTooLarge } from './file-store.ts';

/** Writes the stream into a new file of mode 0600, measured on the way. Throws FileTooLarge; the rest is left behind. */
export async function receiveBytes(
  stream: Readable,
  target: { path: string; maxBytes: number },
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > target.maxBytes) throw new FileTooLarge();
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(stream, measured, createWriteStream(target.path, { flags: 'wx', mode: 0o600 }));
  return { size, sha256: hash.digest('hex') };
}
