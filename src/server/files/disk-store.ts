// Keeps files on this machine: temporary file → fsync → rename (default 16), under random keys
// outside the web root.

import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileMissing, type FileStore, receiveBytes, STORAGE_KEY, StoreUnavailable, wantOfDisk } from './file-store.ts';
import { ageOfStored } from '../config/system-clock.ts';

const KEY_BYTES = 16;
/**
 * How many bytes a health check writes. An empty file fits on a full disk, and a few bytes may fit
 * too; a whole block does not.
 */
const PROBE_BYTES = 64 * 1024;

export type DiskStoreOptions = {
  /**
   * True when a server is running over the same folder: the files that it is receiving are left
   * alone. Default: false.
   */
  readonly besideServer?: boolean;
  /**
   * Bytes that uploads leave free on the disk for other programs, above all the database. Default:
   * 0.
   */
  readonly reserveBytes?: number;
  /** The form of the store's keys. Default: `STORAGE_KEY`. */
  readonly form?: RegExp;
};

/**
 * Opens the store in `folder` and makes the folder if needed. Removes what an earlier run left half
 * received, unless a server is running over the same folder.
 */
export async function openDiskStore(
  folder: string,
  { besideServer = false, reserveBytes = 0, form = STORAGE_KEY }: DiskStoreOptions = {},
): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!besideServer) await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  const shardOf = (key: string): string => join(folder, key.slice(0, 2));
  const pathOf = (key: string): string => {
    if (!form.test(key)) throw new FileMissing(key);
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
        // On a disk that has become read-only the file can't be removed now. The next start removes
        // it.
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
        // When the folder for uploads is missing too, the whole disk is not mounted: the store is
        // away.
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
        // A file that was removed meanwhile is not listed.
        const facts = await stat(pathOf(storageKey)).catch(() => null);
        if (facts !== null) yield { storageKey, ageMs: ageOfStored(facts.mtimeMs) };
      }
    },
    async capacity() {
      const { blocks, bsize } = await statfs(folder);
      return blocks * bsize;
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
    async note(name) {
      try {
        return (await readFile(join(folder, name), 'utf8')).trim() || null;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw troubleOf(error);
      }
    },
    async keepNote(name, text) {
      const path = join(folder, name);
      try {
        await writeFile(`${path}.new`, `${text}\n`, { mode: 0o600, flush: true });
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

/** Turns the error of a full or unreachable disk into StoreUnavailable; any other error stays. */
function troubleOf(error: unknown): unknown {
  const want = wantOfDisk(error);
  return want === null ? error : new StoreUnavailable(want, error);
}

/** Makes the bytes of a file, or the entries of a folder, survive a power cut. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
