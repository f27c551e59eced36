// Removes bytes that no row points at, because their transaction failed or their server died between storing and writing.
// Younger files may still be waiting for their row.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { FILES_IN_USE_LOCK } from '../files/files-in-use-lock.ts';
import { unreferenced } from '../files/remove-unreferenced.ts';
import type { JobParts } from './job-parts.ts';

export const STRAY_AFTER_MS = 86_400_000;
const BATCH = 500;

/** Removes stored files that are older than 24 h and have no row. Does nothing while a backup reads files. */
export async function collectStrayFiles({ database, files }: Pick<JobParts, 'database' | 'files'>) {
  let removed = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    removed += await removeUnreferenced({ database, files }, batch);
    batch = [];
  };
  for await (const { storageKey, ageMs } of files.entries()) {
    if (ageMs < STRAY_AFTER_MS) continue;
    batch.push(storageKey);
    if (batch.length >= BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return { removed };
}

async function removeUnreferenced(
  { database, files }: Pick<JobParts, 'database' | 'files'>,
  keys: readonly string[],
): Promise<number> {
  return database.asSystem(async (tx) => {
    const [lock] = await tx.rowsOf(
      v.object({ free: v.boolean() }),
      sql`select pg_try_advisory_xact_lock(${FILES_IN_USE_LOCK}) as free`,
    );
    if (lock?.free !== true) return 0;
    const strays = await unreferenced(tx, keys);
    for (const key of strays) await files.remove(key);
    return strays.length;
  });
}
