// One number per tenant and writing transaction (sync.md, One number): the counter's row is locked by the LAST statement of
// the transaction, so that numbers commit in order and a device's cursor misses nothing. A plain sequence does miss rows:
// test/server/change-counter.test.ts shows it.

import type { Collection } from '#contract/sync.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** Tables whose rows carry `rev`; the names are the mirrored collections'. */
const STAMPED = ['organizations', 'roles', 'users', 'document_subjects', 'models', 'alerts', 'documents'] as const;

export const CHANGES_CHANNEL = 'malote_changes';

export type ChangeStamp = {
  readonly tenantId: number;
  /** Ids of the rows this transaction wrote; they are already locked by it. */
  readonly touched: Partial<Record<Collection, readonly number[]>>;
  /** Rows that are gone: devices that hold them are told (tombstones). */
  readonly deleted?: readonly { readonly collection: Collection; readonly ids: readonly number[] }[];
  /** One more writing statement of the same step, given the number as SQL: the receipt, which carries it. */
  readonly kept?: (rev: SQL) => SQL;
};

/**
 * Takes the next number, stamps the rows with it and announces it at commit, in one statement. Must be the last statement
 * of the transaction. Answers the number.
 */
export async function stampChange(tx: Transaction, change: ChangeStamp): Promise<number> {
  const steps: SQL[] = [
    sql`change as (update counters set value = value + 1 where tenant_id = ${change.tenantId} returning value)`,
  ];
  for (const table of STAMPED) {
    const ids = change.touched[table] ?? [];
    if (ids.length > 0) steps.push(stamp(table, { tenantId: change.tenantId, ids }));
  }
  for (const [position, { collection, ids }] of (change.deleted ?? []).entries()) {
    steps.push(sql`${sql.raw(`gone_${position}`)} as (
      insert into tombstones (tenant_id, collection, row_id, rev)
      select ${change.tenantId}::bigint, ${collection}::text, gone.id, change.value
      from change, unnest(${idsOf(ids)}) as gone (id)
      on conflict (tenant_id, collection, row_id) do update set rev = excluded.rev, at = now())`);
  }
  if (change.kept !== undefined) steps.push(sql`kept as (${change.kept(sql`(select value from change)`)})`);
  const announced = sql`pg_notify(${CHANGES_CHANNEL}, ${String(change.tenantId)} || ':' || value)`;
  const { rows } = await tx.execute<{ value: number }>(
    sql`with ${sql.join(steps, sql`, `)} select value, ${announced} from change`,
  );
  const value = rows[0]?.value;
  if (value === undefined) throw new Error(`tenant ${change.tenantId} has no change counter`);
  return value;
}

function stamp(table: (typeof STAMPED)[number], rows: { tenantId: number; ids: readonly number[] }): SQL {
  return sql`${sql.raw(`stamped_${table}`)} as (update ${sql.raw(table)} set rev = change.value from change
    where tenant_id = ${rows.tenantId} and id = any(${idsOf(rows.ids)}))`;
}

function idsOf(ids: readonly number[]): SQL {
  return sql`${`{${ids.join(',')}}`}::bigint[]`;
}
