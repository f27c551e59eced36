import type { FileStore } from './file-store.ts';

export type SettlingStore = {
  readonly files: FileStore;
  /** Waits until everything that is being received is stored, or what had come of it is removed. */
  readonly settled: () => Promise<void>;
};

/** Wraps `files` so that an end can wait for what they are receiving. */
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
