// Stored objects that no row points at, and their removal.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import { type Clearing, removeOrLeave } from './staged-uploads.ts';

/** The keys that no row refers to. */
export async function unreferenced(tx: Transaction, keys: readonly string[]): Promise<string[]> {
  const rows = await tx.rowsOf(
    v.object({ key: v.string() }),
    sql`
    select stored.key from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as stored (key)
    where not exists (select from files f where f.storage_key = stored.key)
      and not exists (select from users u where u.image_key = stored.key)
      and not exists (select from tenants t where t.logo_key = stored.key)
      and not exists (select from staged_parts p where p.storage_key = stored.key)
      and not exists (select from exports e where stored.key = any(e.parts))`,
  );
  return rows.map(({ key }) => key);
}

/**
 * Removes what a request stored and no row points at. Must be called when the transaction of the
 * request has ended for certain. A failure is logged; src/server/jobs/collect-stray-files.ts
 * removes the files later.
 */
export async function removeLeftovers(
  { database, files, log }: Clearing & { readonly database: Database },
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const strays = database.asSystem((tx) => unreferenced(tx, keys));
  await removeOrLeave({ files, log }, strays);
}

/**
 * Advisory lock that a backup holds while it reads stored files, so that none of them is removed
 * meanwhile.
 */
export const FILES_IN_USE_LOCK = 726_106;
