// Removes stored files to which no row points, because their transaction failed or their server
// died between storing and writing. Younger files stay: their row may still come.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { FILES_IN_USE_LOCK, unreferenced } from '../files/remove-unreferenced.ts';
import { removeObjects } from '../files/staged-uploads.ts';
import type { JobParts } from './job-parts.ts';

export const STRAY_AFTER_MS = 86_400_000;
/**
 * Files that one transaction removes. The transaction stays open meanwhile, and a store may be
 * slow.
 */
const BATCH = 100;

/**
 * Removes stored files that are older than 24 h and have no row. Does nothing while a backup reads
 * files. A file that can't be removed stays, and is counted in `left`.
 */
export async function collectStrayFiles({
  database,
  files,
  isHalted,
}: Pick<JobParts, 'database' | 'files' | 'isHalted'>): Promise<{ removed: number; left: number }> {
  const done = { removed: 0, left: 0 };
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    const { removed, left } = await removeUnreferenced({ database, files }, batch);
    done.removed += removed;
    done.left += left;
    batch = [];
  };
  for await (const { storageKey, ageMs } of files.entries()) {
    if (ageMs < STRAY_AFTER_MS) continue;
    batch.push(storageKey);
    if (batch.length >= BATCH) await flush();
    if (isHalted?.() === true) break;
  }
  if (batch.length > 0) await flush();
  return done;
}

/**
 * Removes the files among `keys` to which no row points; removes none while a backup reads files.
 */
export async function removeUnreferenced(
  { database, files }: Pick<JobParts, 'database' | 'files'>,
  keys: readonly string[],
): Promise<{ removed: number; left: number }> {
  return database.asSystem(async (tx) => {
    const [lock] = await tx.rowsOf(
      v.object({ free: v.boolean() }),
      sql`select pg_try_advisory_xact_lock(${FILES_IN_USE_LOCK}) as free`,
    );
    if (lock?.free !== true) return { removed: 0, left: 0 };
    const strays = await unreferenced(tx, keys);
    let left = 0;
    const remove = (key: string): Promise<void> => files.remove(key).catch(() => void (left += 1));
    await removeObjects({ remove }, strays);
    return { removed: strays.length - left, left };
  });
}
