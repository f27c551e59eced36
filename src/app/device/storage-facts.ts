import { useEffect, useState } from 'react';

/** What the browser says of this application's storage. `null`: it does not say. */
export type StorageFacts = {
  readonly usedBytes: number | null;
  readonly quotaBytes: number | null;
  /** Whether the browser keeps the data even when space is short. */
  readonly isPersisted: boolean | null;
};

/** Asks the browser. Never throws: parts that it does not answer are null. */
export async function readStorageFacts(): Promise<StorageFacts> {
  const storage = (navigator as { storage?: Partial<StorageManager> }).storage;
  const estimate = await storage?.estimate?.().catch(() => undefined);
  const isPersisted = await storage?.persisted?.().catch(() => null);
  return {
    usedBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
    isPersisted: isPersisted ?? null,
  };
}

/**
 * With less free space than this the next attachment may not fit (20 MB per file, 60 MB per
 * request).
 */
const LOW_BYTES = 80_000_000;

/** Whether little space is left on the device; false in browsers that don't answer. */
export async function isStorageLow(): Promise<boolean> {
  const { usedBytes, quotaBytes } = await readStorageFacts();
  return quotaBytes !== null && usedBytes !== null && quotaBytes - usedBytes < LOW_BYTES;
}

/**
 * The facts about the storage, asked again whenever `changes` changes; null until the browser has
 * answered.
 */
export function useStorageFacts(changes: unknown = null): StorageFacts | null {
  const [facts, setFacts] = useState<StorageFacts | null>(null);
  useEffect(() => {
    let isGone = false;
    void readStorageFacts().then((read) => {
      if (!isGone) setFacts(read);
    });
    return () => {
      isGone = true;
    };
  }, [changes]);
  return facts;
}
