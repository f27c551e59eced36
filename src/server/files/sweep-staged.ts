// Removes staged uploads (S101): first their rows, then the objects of their parts. What a server
// that dies leaves between the two has no row, and is removed as every stray file is.

import { sql, type SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import type { FileStore } from './file-store.ts';

const Swept = v.object({ uploads: v.number(), keys: v.array(v.string()) });
export type SweptUploads = { readonly uploads: number; readonly storageKeys: readonly string[] };

/**
 * Deletes the rows of the uploads that `which` names, as a condition on `u`, and answers what the
 * store still has of them. `atRest`: those that a sender is just adding to are left out.
 */
export async function deleteUploads(
  tx: Transaction,
  { which, atRest = false }: { readonly which: SQL; readonly atRest?: boolean },
): Promise<SweptUploads> {
  const same = (left: string): SQL =>
    sql.raw(
      `(${left}.tenant_id, ${left}.actor_id, ${left}.key, ${left}.file) = (g.tenant_id, g.actor_id, g.key, g.file)`,
    );
  const [swept] = await tx.rowsOf(
    Swept,
    sql`with gone as (select u.tenant_id, u.actor_id, u.key, u.file from staged_uploads u where ${which}
        for update ${sql.raw(atRest ? 'skip locked' : '')}),
      parts as (delete from staged_parts p using gone g where ${same('p')} returning p.storage_key),
      uploads as (delete from staged_uploads s using gone g where ${same('s')} returning s.file)
    select (select count(*)::int from uploads) as uploads,
      coalesce((select array_agg(storage_key) from parts), '{}') as keys`,
  );
  return { uploads: swept?.uploads ?? 0, storageKeys: swept?.keys ?? [] };
}

const AT_ONCE = 8;

/**
 * A store whose objects are removed without a waiting request: an upload may have thousands of
 * parts.
 */
export type Clearing = { readonly files: FileStore; readonly log: FastifyBaseLogger };

/** Begins to remove objects that no row points at. */
export function removeLater(clearing: Clearing, storageKeys: readonly string[]): void {
  void removeOrLeave(clearing, storageKeys);
}

/**
 * Removes objects that no row points at. What fails is logged, and removed later as every stray
 * file is.
 */
export async function removeOrLeave(
  { files, log }: Clearing,
  storageKeys: readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  try {
    await removeObjects(files, await storageKeys);
  } catch (error) {
    log.warn({ err: error }, 'stored objects were left behind');
  }
}

/** Removes objects that no row points at any more. */
export async function removeObjects(files: FileStore, storageKeys: readonly string[]): Promise<void> {
  for (let at = 0; at < storageKeys.length; at += AT_ONCE) {
    await Promise.all(storageKeys.slice(at, at + AT_ONCE).map((key) => files.remove(key)));
  }
}
