import { Dexie, type PromiseExtended } from 'dexie';

/**
 * Reads in the caller's transaction, or in a new one over these tables. The promise resolves with
 * the last request of `work`, so the result is consistent when the transaction ends.
 */
export function readTogether<Answer>(
  database: Dexie,
  { tables, work }: { tables: readonly string[]; work: () => PromiseExtended<Answer> },
): PromiseExtended<Answer> {
  if (Dexie.currentTransaction !== null) return work();
  return new Dexie.Promise<Answer>((resolve, reject) => {
    database.transaction('r', tables, () => work().then(resolve)).catch(reject);
  });
}
