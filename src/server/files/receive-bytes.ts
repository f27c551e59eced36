import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileTooLarge } from './file-store.ts';

/**
 * Writes the stream into a new file of mode 0600 and measures it. Throws FileTooLarge; the file
 * written so far stays for the caller to remove.
 */
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
  const file = createWriteStream(target.path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(stream, measured, file);
  } catch (error) {
    // If the stream fails early, the file may not be made yet. The caller removes the file, so this
    // must wait until it is closed.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()));
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}
