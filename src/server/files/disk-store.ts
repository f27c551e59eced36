// Files on this machine: temp → fsync → rename (hardening, files), under random keys outside the web root.

import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileMissing, STORAGE_KEY, type FileStore } from './file-store.ts';
import { receiveBytes } from './receive-bytes.ts';
import { ageOfStored } from '../system-clock.ts';

const KEY_BYTES = 16;

/**
 * Opens (and makes) the store in `folder`; what an earlier run left half received is removed, unless this one stands beside a
 * server that is running.
 */
export async function openDiskStore(
  folder: string,
  { besideServer = false }: { readonly besideServer?: boolean } = {},
): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!besideServer) await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  const shardOf = (key: string): string => join(folder, key.slice(0, 2));
  const pathOf = (key: string): string => {
    if (!STORAGE_KEY.test(key)) throw new FileMissing(key);
    return join(shardOf(key), key);
  };

  const list = async function* (): AsyncGenerator<string> {
    for (const shard of await readdir(folder, { withFileTypes: true })) {
      if (!shard.isDirectory() || shard.name.length !== 2) continue;
      yield* await readdir(join(folder, shard.name));
    }
  };

  return {
    async put(stream, options) {
      const storageKey = options.storageKey ?? randomBytes(KEY_BYTES).toString('hex');
      const target = pathOf(storageKey);
      const path = join(incoming, storageKey);
      try {
        const facts = await receiveBytes(stream, { path, maxBytes: options.maxBytes });
        await options.inspect?.({ path, size: facts.size });
        await syncPath(path);
        await mkdir(shardOf(storageKey), { recursive: true, mode: 0o700 });
        await rename(path, target);
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
    list,
    async *entries() {
      for await (const storageKey of list()) {
        // One that has been removed meanwhile is no entry.
        const facts = await stat(pathOf(storageKey)).catch(() => null);
        if (facts !== null) yield { storageKey, ageMs: ageOfStored(facts.mtimeMs) };
      }
    },
    async check() {
      const probe = join(incoming, 'check');
      await writeFile(probe, '');
      await rm(probe, { force: true });
    },
  };
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
