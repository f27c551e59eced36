// Files on this machine: temp → fsync → rename (default 16), under random keys outside the web root.

import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileMissing, STORAGE_KEY, STORE_NAME, type FileStore } from './file-store.ts';
import { receiveBytes } from './receive-bytes.ts';
import { ageOfStored } from '../config/system-clock.ts';
import { StoreUnavailable, wantOfDisk } from '../reporting/unavailable.ts';

const KEY_BYTES = 16;
/** An empty file fits on a full disk, and a few bytes may: a block does not. */
const PROBE_BYTES = 64 * 1024;

export type DiskStoreOptions = {
  /** This one stands beside a server that is running: what that one is receiving is left alone. Default: false. */
  readonly besideServer?: boolean;
  /** Room that uploads leave on the disk for others, the database foremost. Default: none. */
  readonly reserveBytes?: number;
};

/**
 * Opens (and makes) the store in `folder`; what an earlier run left half received is removed, unless this one stands beside a
 * server that is running.
 */
export async function openDiskStore(
  folder: string,
  { besideServer = false, reserveBytes = 0 }: DiskStoreOptions = {},
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

  const keepReserve = async (): Promise<void> => {
    if (reserveBytes === 0) return;
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < reserveBytes) throw new StoreUnavailable('full');
  };

  return {
    async put(stream, options) {
      const storageKey = options.storageKey ?? randomBytes(KEY_BYTES).toString('hex');
      const target = pathOf(storageKey);
      const path = join(incoming, storageKey);
      try {
        await keepReserve();
        const facts = await receiveBytes(stream, { path, maxBytes: options.maxBytes });
        await options.inspect?.({ path, size: facts.size });
        await syncPath(path);
        await mkdir(shardOf(storageKey), { recursive: true, mode: 0o700 });
        await rename(path, target);
        await syncPath(shardOf(storageKey));
        return { storageKey, ...facts };
      } catch (error) {
        // On a disk that has become read-only it can't be removed: the next start does.
        await rm(path, { force: true }).catch(() => undefined);
        throw troubleOf(error);
      }
    },
    async open(storageKey) {
      const path = pathOf(storageKey);
      try {
        const file = await open(path, 'r');
        return { stream: file.createReadStream(), size: (await file.stat()).size };
      } catch (error) {
        if (!isAbsent(error)) throw troubleOf(error);
        // Where the folder for uploads is gone too, a disk is not mounted: no single file is missing.
        await access(incoming).catch((cause: unknown) => {
          throw new StoreUnavailable('away', cause);
        });
        throw new FileMissing(storageKey);
      }
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
      try {
        await keepReserve();
        await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flush: true });
      } catch (error) {
        throw troubleOf(error);
      } finally {
        await rm(probe, { force: true }).catch(() => undefined);
      }
    },
    async name() {
      try {
        return (await readFile(join(folder, STORE_NAME), 'utf8')).trim() || null;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw troubleOf(error);
      }
    },
    async giveName(name) {
      const path = join(folder, STORE_NAME);
      try {
        await writeFile(`${path}.new`, `${name}\n`, { mode: 0o600, flush: true });
        await rename(`${path}.new`, path);
        await syncPath(folder);
      } catch (error) {
        throw troubleOf(error);
      }
    },
  };
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** What the disk lacked, as StoreUnavailable; any other error as it is. */
function troubleOf(error: unknown): unknown {
  const want = wantOfDisk(error);
  return want === null ? error : new StoreUnavailable(want, error);
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
