import { Dexie, type PromiseExtended } from 'dexie';

/**
 * Reads in the caller's transaction, or in one of its own over these tables. The answer comes with
 * the last request of `work`: what was read is the same when the transaction is over.
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
