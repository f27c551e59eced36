// One number per tenant and writing transaction (src/sync/promises.md, One number). The LAST
// statement of the transaction locks the counter's row, so that numbers commit in order and a
// device's cursor skips no row. With a plain sequence rows are skipped:
// test/server/sync/change-counter.test.ts shows it.

import { type Collection, COLLECTIONS } from '#contract/sync.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { CHANGES_CHANNEL } from '../events/event-bus.ts';
import { keepRows } from '../queries/document-row.ts';
import type { Transaction } from '../db/database.ts';

/**
 * Tables whose rows carry `rev`: those of the mirrored collections, and that of tenants, which
 * devices read with the session.
 */
const STAMPED = ['tenants', ...COLLECTIONS] as const;

export type ChangeStamp = {
  readonly tenantId: number;
  /** Ids of the rows that this transaction wrote, and has therefore locked. */
  readonly touched: Partial<Record<(typeof STAMPED)[number], readonly number[]>>;
  /**
   * Rows that were deleted, and when, by the server's clock. Devices get a deletion for each of
   * them (tombstones).
   */
  readonly deleted?: readonly {
    readonly collection: Collection;
    readonly ids: readonly number[];
    readonly at: string;
  }[];
  /**
   * One more writing statement, which gets the number as SQL: it stores the receipt, which contains
   * the number.
   */
  readonly kept?: (rev: SQL) => SQL;
};

/**
 * When more documents than this change at once, their rows are built on each read until
 * server/jobs/keep-document-rows.ts keeps them.
 */
const ROWS_KEPT_MAX = 200;

/**
 * Takes the tenant's next change number, stamps the rows with it, keeps the rows of documents, and
 * announces the number with the commit. The number is taken by a statement of its own, so that the
 * next statement sees everything committed before it. A tenant without a counter makes the
 * transaction fail, because numbers are not null. Returns the number.
 */
export async function stampChange(tx: Transaction, change: ChangeStamp): Promise<number> {
  const { tenantId } = change;
  const rev = sql`(select value from counters where tenant_id = ${tenantId})`;
  const steps: SQL[] = [];
  for (const table of STAMPED) {
    const ids = change.touched[table] ?? [];
    if (ids.length > 0) steps.push(sql`${sql.raw(`stamped_${table}`)} as (${stamp(table, { tenantId, ids, rev })})`);
  }
  const documents = change.touched.documents ?? [];
  if (documents.length > 0 && documents.length <= ROWS_KEPT_MAX) {
    steps.push(sql`kept_rows as (${keepRows({ tenantId, where: sql`d.id = any(${idsOf(documents)})`, rev })})`);
  }
  for (const [position, { collection, ids, at }] of (change.deleted ?? []).entries()) {
    steps.push(sql`${sql.raw(`gone_${position}`)} as (
      insert into tombstones (tenant_id, collection, row_id, rev, at)
      select ${tenantId}::bigint, ${collection}::text, gone.id, ${rev}, ${at}::timestamptz
      from unnest(${idsOf(ids)}) as gone (id)
      on conflict (tenant_id, collection, row_id) do update set rev = excluded.rev, at = excluded.at)`);
  }
  if (change.kept !== undefined) steps.push(sql`kept as (${change.kept(rev)})`);
  const counted = tx.rowsOf(
    v.object({ value: v.number() }),
    sql`update counters set value = value + 1 where tenant_id = ${tenantId} returning value`,
  );
  const announced = sql`pg_notify(${CHANGES_CHANNEL}, ${String(tenantId)} || ':' || ${rev}::text)`;
  const written = tx.executeLast(
    sql`${steps.length === 0 ? sql`` : sql`with ${sql.join(steps, sql`, `)}`} select ${announced}`,
  );
  const [rows] = await Promise.all([counted, written]);
  const value = rows[0]?.value;
  if (value === undefined) throw new Error(`tenant ${tenantId} has no change counter`);
  return value;
}

function stamp(table: (typeof STAMPED)[number], rows: { tenantId: number; ids: readonly number[]; rev: SQL }): SQL {
  const tenant = sql.raw(table === 'tenants' ? 'id' : 'tenant_id');
  return sql`update ${sql.raw(table)} set rev = ${rows.rev}
    where ${tenant} = ${rows.tenantId} and id = any(${idsOf(rows.ids)})`;
}

function idsOf(ids: readonly number[]): SQL {
  return sql`${`{${ids.join(',')}}`}::bigint[]`;
}
