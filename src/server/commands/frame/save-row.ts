// The steps of every verb that creates or changes a row of reference data or a person. A verb locks
// the row (`lockRows`), writes its columns and the rows that belong to it, and returns what it
// touched, in one transaction.

import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { CommandCall } from '../../call/command-call.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/json.ts';
import type { ChangeStamp } from '../../once/change-counter.ts';
import type { Effect, Work } from '../../once/idempotency.ts';
import type { Actor } from '../../policies/actor.ts';
import { manageableModels, managedUsers, visibleModels } from '../../policies/visibility.ts';
import { problems } from '../../reporting/errors.ts';

/** The row that a verb saves; `id` is null for a new one. */
type Row = { readonly table: ManagedTable; readonly id: number | null };

/**
 * Values by column. undefined means the database's default in a new row, and unchanged in an old
 * row (rule E6: field by field).
 */
type Columns = Readonly<Record<string, unknown>>;

/**
 * What `once` needs to know of the verb, besides its effect. `kind` names the row in the receipt:
 * `create-alert`, `update-alert`.
 */
export function saving(
  call: CommandCall<object>,
  { kind, table, id }: Row & { readonly kind: string },
): Pick<Work, 'write' | 'changesPeople'> {
  const { files_sha256: _claimed, ...fields } = call.body as { readonly files_sha256?: unknown };
  return {
    write: {
      type: id === null ? `create-${kind}` : `update-${kind}`,
      fields: id === null ? fields : { id, ...fields },
      fileHashes: call.files.map((file) => file.sha256),
    },
    changesPeople: CHANGES_PEOPLE.has(table),
  };
}

/** Inserts a new row, or updates an old one, which is locked. Returns its id. */
export async function writeRow(
  tx: Transaction,
  { table, id, tenantId, columns }: Row & { readonly tenantId: number; readonly columns: Columns },
): Promise<number> {
  if (id === null) return insert(tx, { table, tenantId, columns });
  const sets = changedColumns(columns);
  if (sets !== null)
    await tx.execute(sql`update ${sql.raw(table)} set ${sets} where tenant_id = ${tenantId} and id = ${id}`);
  return id;
}

/** The effect of a saved row; `also` are the other rows that changed by it. */
export function saved(table: ManagedTable, id: number, also: ChangeStamp['touched'] = {}): Effect {
  return { touched: { ...also, [table]: [id] }, result: 'applied', ids: { row_id: id } };
}

type Inserting = { readonly table: ManagedTable; readonly tenantId: number; readonly columns: Columns };

async function insert(tx: Transaction, { table, tenantId, columns }: Inserting): Promise<number> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => sql.raw(name));
  const values = given.map(([, value]): SQL => sql`${value}`);
  const rows = await tx.rowsOf(
    v.object({ id: v.number() }),
    sql`insert into ${sql.raw(table)}
    (${sql.join([sql`tenant_id`, ...names], sql`, `)}) values (${sql.join([sql`${tenantId}`, ...values], sql`, `)}) returning id`,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`an insert into ${table} answers its id`);
  return id;
}

/**
 * `column = value, …` for the fields that a PUT brought; absent fields are left alone (rule E6:
 * field by field). null when no field was sent. Column names must be constants of the code: they
 * are not escaped.
 */
export function changedColumns(values: Readonly<Record<string, unknown>>): SQL | null {
  const sets = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.raw(column)} = ${value}`);
  return sets.length === 0 ? null : sql.join(sets, sql`, `);
}

/** Tables whose rows people create, change, toggle and delete. */
export type ManagedTable = 'organizations' | 'users' | 'alerts' | 'document_subjects' | 'models' | 'holidays';

/**
 * Tables whose changes lock people's rows too, because the name of a sector is part of the mirrored
 * rows of its people.
 */
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
