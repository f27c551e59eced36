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

/** The facts, asked again whenever `changes` does; null until the browser has answered. */
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
