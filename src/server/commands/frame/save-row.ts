// The frame of creating and changing a row of reference data or a person: one transaction that locks the row, writes its
// columns and the rows that belong to it, and keeps the receipt.

import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../../db/database.ts';
import type { ChangeStamp } from '../../once/change-counter.ts';
import type { CommandCall } from '../../call/command-call.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { changedColumns } from './changed-columns.ts';
import { CHANGES_PEOPLE, lockRows, type ManagedTable } from './lock-rows.ts';
import { asStored } from './stored-text.ts';

/**
 * Values by column. undefined means the database's default in a new row, and unchanged in an old row (rule E6: field by
 * field).
 */
export type Columns = Readonly<Record<string, unknown>>;

export type SavedRow<Body> = {
  /** The name of the row in the receipt: `create-alert`, `update-alert`. */
  readonly kind: string;
  readonly table: ManagedTable;
  /** null for a new row. */
  readonly id: number | null;
  /** Judges the fields, whose texts have their stored form, and answers what is written. The row is already locked. */
  readonly columns: (tx: Transaction, body: Body) => Columns | Promise<Columns>;
  /** Writes what belongs to the row; answers the other rows that changed by that. */
  readonly after?: (tx: Transaction, id: number) => Promise<ChangeStamp['touched'] | void>;
  /** Runs the writing of the columns, and turns a name that is taken into a refusal. */
  readonly unique?: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
};

/** Saves the row once. Throws 404 when it is out of sight, and 403 when the actor sees it but may not change it. */
export function saveRow<Body extends object>(call: CommandCall<Body>, row: SavedRow<Body>): Promise<Done> {
  const { files_sha256: _claimed, ...fields } = call.body as Body & { readonly files_sha256?: unknown };
  const { actor } = call;
  const { kind, table, unique = (work) => work() } = row;
  return once(call, {
    write: {
      type: row.id === null ? `create-${kind}` : `update-${kind}`,
      fields: row.id === null ? fields : { id: row.id, ...fields },
      fileHashes: call.files.map((file) => file.sha256),
    },
    changesPeople: CHANGES_PEOPLE.has(table),
    effect: async (tx) => {
      if (row.id !== null) await lockRows(tx, { actor, table, ids: [row.id] });
      const columns = await row.columns(tx, asStored(call.body));
      const writing = { table, tenantId: actor.tenantId, columns };
      const id = await unique(() => (row.id === null ? insert(tx, writing) : update(tx, { ...writing, id: row.id })));
      const also = await row.after?.(tx, id);
      return { touched: { ...also, [table]: [id] }, result: 'applied', ids: { row_id: id } };
    },
  });
}

type Writing = { readonly table: ManagedTable; readonly tenantId: number; readonly columns: Columns };

async function insert(tx: Transaction, { table, tenantId, columns }: Writing): Promise<number> {
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

async function update(
  tx: Transaction,
  { table, tenantId, columns, id }: Writing & { readonly id: number },
): Promise<number> {
  const sets = changedColumns(columns);
  if (sets !== null)
    await tx.execute(sql`update ${sql.raw(table)} set ${sets} where tenant_id = ${tenantId} and id = ${id}`);
  return id;
}
