import type { Holiday } from '#domain/holidays.ts';
import type { Mirror } from '../store/schema.ts';
import { referenceRows } from './reference-rows.ts';

/**
 * The days that the town itself has in its calendar, with this person's pending changes, in order
 * of day.
 */
export async function townHolidays(mirror: Mirror): Promise<Holiday[]> {
  const rows = await referenceRows(mirror, 'holidays');
  return rows
    .map(({ row: { day, name, kind, exempt_organization_ids: exemptSectors } }) => ({ day, name, kind, exemptSectors }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}
