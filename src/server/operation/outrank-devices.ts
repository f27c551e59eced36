// A restored database is behind the devices that were in touch with the lost one. They keep a row only for a greater number
// (design S4) and trust their cursor until their epoch changes: so every number is lifted above all that were ever given
// out, in the same order, and every person's walk begins again, which drops what exists on devices only.

import type pg from 'pg';
import { quoted, type TableList } from './read-tables.ts';

const MINUTE_MS = 60_000;

/**
 * Lifts all numbers by the milliseconds since 1970: more changes than that were never made, and a later restore of the same
 * backup outranks an earlier one. Must run in the transaction that restores.
 */
export async function outrankDevices(client: pg.Client, restored: { tables: TableList; now: number }): Promise<void> {
  const lift = Math.floor(restored.now);
  for (const { name, columns } of restored.tables) {
    if (columns.includes('rev')) await client.query(`update ${quoted(name)} set rev = rev + $1`, [lift]);
  }
  await client.query('update counters set value = value + $1', [lift]);
  await client.query('update users set scope_epoch = greatest(scope_epoch + 1, $1)', [Math.floor(lift / MINUTE_MS)]);
}
