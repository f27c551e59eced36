// Files on this machine: temp → fsync → rename (hardening, files), under random keys outside the web root.

import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissing, FileTooLarge, type FileStore } from './file-store.ts';

const KEY_BYTES = 16;
const KEY = /^[0-9a-f]{32}$/;

/** Opens (and makes) the store in `folder`; what an earlier run left half received is removed. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  const shardOf = (key: string): string => join(folder, key.slice(0, 2));
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new FileMissing(key);
    return join(shardOf(key), key);
  };

  return {
    async put(stream, options) {
      const storageKey = randomBytes(KEY_BYTES).toString('hex');
      const path = join(incoming, storageKey);
      try {
        const facts = await receive(stream, { path, maxBytes: options.maxBytes });
        await options.inspect?.({ path, size: facts.size });
        await syncPath(path);
        await mkdir(shardOf(storageKey), { recursive: true, mode: 0o700 });
        await rename(path, pathOf(storageKey));
        await syncPath(shardOf(storageKey));
        return { storageKey, ...facts };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async open(storageKey) {
      const file = await openOrMissing(pathOf(storageKey), storageKey);
      return file.createReadStream();
    },
    async remove(storageKey) {
      await rm(pathOf(storageKey), { force: true });
    },
    async *list() {
      for (const shard of await readdir(folder, { withFileTypes: true })) {
        if (!shard.isDirectory() || shard.name.length !== 2) continue;
        yield* await readdir(join(folder, shard.name));
      }
    },
    async check() {
      const probe = join(incoming, 'check');
      await writeFile(probe, '');
      await rm(probe, { force: true });
    },
  };
}

async function receive(
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

async function openOrMissing(path: string, storageKey: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new FileMissing(storageKey);
    throw error;
  }
}

/** Makes a file's bytes, or a folder's entries, survive a power cut. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
