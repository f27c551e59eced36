// The working days of a tenant, for the jobs that plan reminders and find late documents.

import { addDays, type CalendarDay, weekdayOf } from '#domain/dates.ts';
import { HOLIDAY_KINDS } from '#domain/holidays.ts';
import { addWorkingDays, type Holidays, holidaysOf, isDayOff, nextWorkingDay } from '#domain/working-days.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';

export type TenantCalendar = {
  readonly holidays: Holidays;
  /** The sectors that work on some holiday: all others share one calendar. */
  readonly exemptSectors: readonly number[];
};

const Row = v.object({
  day: v.string(),
  name: v.string(),
  kind: v.picklist(HOLIDAY_KINDS),
  exempt: v.array(v.number()),
});

export async function readCalendar(tx: Transaction, tenantId: number): Promise<TenantCalendar> {
  const rows = await tx.rowsOf(
    Row,
    sql`select h.day::text as day, h.name, h.kind, coalesce((select json_agg(e.organization_id)
        from holiday_exempt_organizations e where e.tenant_id = h.tenant_id and e.holiday_id = h.id), '[]'::json) as exempt
      from holidays h where h.tenant_id = ${tenantId} and h.deleted_at is null`,
  );
  return {
    holidays: holidaysOf(rows.map(({ exempt, ...row }) => ({ ...row, exemptSectors: exempt }))),
    exemptSectors: [...new Set(rows.flatMap(({ exempt }) => exempt))],
  };
}

/**
 * The limit dates of which a sector is reminded on one day: none on a day off (`off`), otherwise
 * the day itself and the days off after it, up to `last`. Reminders for a day off move to the
 * working day before.
 */
type ReminderSpan = { readonly off: boolean; readonly last: CalendarDay };

/** The span of each exempt sector, and the one that all other sectors share. */
export function reminderSpans(
  { holidays, exemptSectors }: TenantCalendar,
  day: CalendarDay,
): { readonly others: ReminderSpan; readonly own: readonly (ReminderSpan & { readonly sector: number })[] } {
  const spanOf = (sectors: readonly number[]): ReminderSpan => ({
    off: isDayOff(day, holidays, sectors),
    last: addDays(nextWorkingDay(addDays(day, 1), holidays, sectors), -1),
  });
  return { others: spanOf([]), own: exemptSectors.map((sector) => ({ sector, ...spanOf([sector]) })) };
}

/**
 * The first and the last of the limit dates that become `days` working days late on `day`; null
 * when there are none, as on a day off.
 */
export function lateSince(
  { holidays }: TenantCalendar,
  { day, days, sector }: { day: CalendarDay; days: number; sector: number },
): { readonly first: CalendarDay; readonly last: CalendarDay } | null {
  if (isDayOff(day, holidays, [sector])) return null;
  const endOf = (limit: CalendarDay) => lateOn(limit, { holidays, days, sector });
  let last = addDays(day, -days);
  while (endOf(last) > day) last = addDays(last, -1);
  let first = last;
  while (endOf(addDays(first, -1)) === day) first = addDays(first, -1);
  return endOf(last) === day ? { first, last } : null;
}

/** The day on which a limit date is `days` working days late. */
function lateOn(
  limit: CalendarDay,
  { holidays, days, sector }: { holidays: Holidays; days: number; sector: number },
): CalendarDay {
  return addWorkingDays(limit, days, { holidays, sectors: [sector] });
}

/** Whether the day is the first one of its week on which the sector works: mostly a Monday. */
export function beginsWeek(
  { holidays }: TenantCalendar,
  { day, sector }: { day: CalendarDay; sector: number },
): boolean {
  if (isDayOff(day, holidays, [sector])) return false;
  const sunday = addDays(day, -weekdayOf(day));
  return nextWorkingDay(sunday, holidays, [sector]) === day;
}
