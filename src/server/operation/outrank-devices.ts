// A restored database is older than the devices that were in touch with the lost one. Devices keep
// a row only for a greater number (S4) and trust their cursor until their epoch changes. So every
// number is lifted above all numbers ever given out, in the same order, and every person's walk
// begins again. The walk removes rows that exist only on devices.

import type pg from 'pg';
import { quoted, type TableList } from './read-tables.ts';

const MINUTE_MS = 60_000;

/**
 * Lifts all numbers by the milliseconds since 1970. There were never more changes than that, so a
 * later restore of the same backup outranks an earlier one. One tenant after the other, because an
 * ordinary owner is held to one. Must run in the transaction that restores, with `app.maintenance`
 * on.
 */
export async function outrankDevices(client: pg.Client, restored: { tables: TableList; now: number }): Promise<void> {
  const lift = Math.floor(restored.now);
  const stamped = restored.tables.filter(({ columns }) => columns.includes('rev'));
  const { rows: tenants } = await client.query<{ id: string }>('select id::text from tenants order by id');
  for (const { id } of tenants) {
    await client.query(`select set_config('app.tenant_id', $1, true)`, [id]);
    for (const { name, columns } of stamped) {
      const ofTenant = columns.includes('tenant_id') ? 'tenant_id' : 'id';
      const also = name === 'document_rows' ? `, row = ${KEPT_ROW_LIFTED}` : '';
      await client.query(`update ${quoted(name)} set rev = rev + $1::bigint${also} where ${ofTenant} = $2`, [lift, id]);
    }
    await client.query('update counters set value = value + $1 where tenant_id = $2', [lift, id]);
    await client.query('update users set scope_epoch = greatest(scope_epoch + 1, $1) where tenant_id = $2', [
      Math.floor(lift / MINUTE_MS),
      id,
    ]);
  }
}

/** A kept row says its number in its text too, and first. */
const KEPT_ROW_LIFTED = `regexp_replace(row::text, '"rev" : \\d+', '"rev" : ' || (rev + $1::bigint))::json`;
