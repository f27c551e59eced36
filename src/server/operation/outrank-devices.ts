// A restored database is older than the devices that were in touch with the lost one. Devices keep a row only for a
// greater number (S4) and trust their cursor until their epoch changes. So every number is lifted above all numbers ever
// given out, in the same order, and every person's walk begins again. The walk removes rows that exist only on devices.

import type pg from 'pg';
import { quoted, type TableList } from './read-tables.ts';

const MINUTE_MS = 60_000;

/**
 * Lifts all numbers by the milliseconds since 1970. There were never more changes than that, so a later restore of the
 * same backup outranks an earlier one. Must run in the transaction that restores.
 */
export async function outrankDevices(client: pg.Client, restored: { tables: TableList; now: number }): Promise<void> {
  const lift = Math.floor(restored.now);
  for (const { name, columns } of restored.tables) {
    if (columns.includes('rev')) await client.query(`update ${quoted(name)} set rev = rev + $1`, [lift]);
  }
  await client.query('update counters set value = value + $1', [lift]);
  await client.query('update users set scope_epoch = greatest(scope_epoch + 1, $1)', [Math.floor(lift / MINUTE_MS)]);
}
