import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { managedUsers, manageableModels, visibleModels } from '../../policies/reference-data.ts';
import { anyOf } from '../../db/json.ts';

/** Tables whose rows people create, change, toggle and delete. */
export type ManagedTable = 'organizations' | 'users' | 'alerts' | 'document_subjects' | 'models';

/** Tables whose changes lock people's rows, too: a sector's name stands in those of its people. */
export const CHANGES_PEOPLE: ReadonlySet<ManagedTable> = new Set(['users', 'organizations']);

/**
 * Locks rows of reference data for a change and checks each id (default 3). Throws 404 when a row
 * is not the tenant's, is deleted or out of sight, and 403 when the actor sees it but may not
 * change it.
 */
export async function lockRows(
  tx: Transaction,
  rows: { actor: Actor; table: ManagedTable; ids: readonly number[] },
): Promise<number[]> {
  const { actor, table } = rows;
  const ids = [...new Set(rows.ids)].toSorted((a, b) => a - b);
  const alias = table === 'users' ? 'u' : table === 'models' ? 'm' : 'x';
  const seen = table === 'models' ? visibleModels(actor) : sql`true`;
  const allowed = table === 'users' ? managedUsers(actor) : table === 'models' ? manageableModels(actor) : sql`true`;
  const locked = await tx.rowsOf(
    v.object({ id: v.number(), seen: v.boolean(), allowed: v.boolean() }),
    sql`
    select ${sql.raw(alias)}.id, coalesce(${seen}, false) as seen, coalesce(${allowed}, false) as allowed from ${sql.raw(`${table} ${alias}`)}
    where ${sql.raw(alias)}.tenant_id = ${actor.tenantId} and ${sql.raw(alias)}.id = ${anyOf(ids)}
      and ${sql.raw(alias)}.deleted_at is null
    order by ${sql.raw(alias)}.id for no key update of ${sql.raw(alias)}`,
  );
  if (locked.length < ids.length || locked.some((row) => !row.seen)) throw problems.notFound();
  if (locked.some((row) => !row.allowed)) throw problems.forbidden();
  return ids;
}
