// What every verb that creates or changes a row of reference data or a person does, each part by
// its name. A verb locks the row (lock-rows.ts), writes its columns and the rows that belong to it,
// and answers what it touched, in one transaction.

import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { CommandCall } from '../../call/command-call.ts';
import type { Transaction } from '../../db/database.ts';
import type { ChangeStamp } from '../../once/change-counter.ts';
import type { Effect, Work } from '../../once/idempotency.ts';
import { changedColumns } from './changed-columns.ts';
import { CHANGES_PEOPLE, type ManagedTable } from './lock-rows.ts';

/** The row that a verb saves; `id` is null for a new one. */
export type Row = { readonly table: ManagedTable; readonly id: number | null };

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

/** Writes the columns of the row, which is locked if it is an old one. Answers its id. */
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
