import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { readS3Address } from '../config/s3-address.ts';
import { openDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';

/**
 * Two segments of the database's write-ahead log. With less room on its disk the database stops,
 * and reading with it.
 */
const RESERVE_BYTES = 32 * 1024 * 1024;

/**
 * Opens the store of S3_URL, or the folder under DATA_DIR, where uploads leave room for a database
 * on the same disk. The S3 library is loaded only when it is needed.
 */
export async function openFileStore(
  config: Pick<Config, 's3Url' | 'dataDir'> & Partial<Pick<Config, 'databaseUrl'>>,
  options: { readonly besideServer?: boolean } = {},
): Promise<FileStore> {
  if (config.s3Url === null) {
    const folder = join(config.dataDir, 'files');
    const shared = (config.databaseUrl ?? null) === null && (await shareDisk(config.dataDir));
    return openDiskStore(folder, { ...options, reserveBytes: shared ? RESERVE_BYTES : 0 });
  }
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(readS3Address(config.s3Url));
}

/** Whether the files under DATA_DIR lie on the same disk as the database there. */
async function shareDisk(dataDir: string): Promise<boolean> {
  const device = (name: string): Promise<number | null> =>
    stat(join(dataDir, name)).then(
      ({ dev }) => dev,
      () => null,
    );
  const database = await device('postgres');
  return database !== null && database === ((await device('files')) ?? (await device('.')));
}

type SettlingStore = {
  readonly files: FileStore;
  /** Waits until everything that is being received is stored, or its remains are removed. */
  readonly settled: () => Promise<void>;
};

/** Wraps `files` so that a server that stops can wait for the files that are being received. */
export function settlingStore(files: FileStore): SettlingStore {
  const receiving = new Set<Promise<unknown>>();
  return {
    files: {
      ...files,
      put(stream, options) {
        const stored = files.put(stream, options);
        const over = () => receiving.delete(stored);
        receiving.add(stored);
        stored.then(over, over);
        return stored;
      },
    },
    async settled() {
      await Promise.allSettled(receiving);
    },
  };
}
