// The days of the chosen period of a report, and the comparison period before them.

import { addDays, type CalendarDay, daysBetween, EARLIEST_FILTER_DAY, lengthOfMonth } from '#domain/dates.ts';
import { type PeriodName, REPORT_YEARS_MAX } from '#domain/reports.ts';

export type Days = { readonly from: CalendarDay; readonly to: CalendarDay };
export type ReportPeriod = Days & {
  /** The comparison period; null where it would begin before `EARLIEST_FILTER_DAY`. */
  readonly before: Days | null;
};

/**
 * `day` moved by so many months: the same day of the month, or the month's last where it is
 * shorter.
 */
function dayIn(day: CalendarDay, months: number): CalendarDay {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const month = `${String(Math.floor(count / 12))}-${String((count % 12) + 1).padStart(2, '0')}`;
  const last = lengthOfMonth(`${month}-01`);
  return `${month}-${String(Math.min(last, Number(day.slice(8)))).padStart(2, '0')}`;
}

const firstOfMonth = (day: CalendarDay): CalendarDay => `${day.slice(0, 7)}-01`;
const lastOfMonth = (day: CalendarDay): CalendarDay => `${day.slice(0, 7)}-${String(lengthOfMonth(day))}`;

/**
 * The period as days. Null for a person's own dates that are reversed, too early or over
 * `REPORT_YEARS_MAX` years.
 */
export function periodOf(
  name: PeriodName,
  { today, from, to }: { today: CalendarDay; from?: CalendarDay | undefined; to?: CalendarDay | undefined },
): ReportPeriod | null {
  const days = daysOf(name, { today, from, to });
  if (days === null) return null;
  const before = beforeOf(name, days);
  return { ...days, before: before.from < EARLIEST_FILTER_DAY ? null : before };
}

function daysOf(
  name: PeriodName,
  { today, from, to }: { today: CalendarDay; from: CalendarDay | undefined; to: CalendarDay | undefined },
): Days | null {
  if (name === 'mes') return { from: firstOfMonth(today), to: today };
  if (name === 'ano') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  if (name === 'passado') {
    const month = dayIn(firstOfMonth(today), -1);
    return { from: month, to: lastOfMonth(month) };
  }
  const own = { from: from ?? firstOfMonth(today), to: to ?? today };
  const isTooLong = own.from <= dayIn(own.to, -12 * REPORT_YEARS_MAX);
  return own.from > own.to || own.from < EARLIEST_FILTER_DAY || isTooLong ? null : own;
}

function beforeOf(name: PeriodName, { from, to }: Days): Days {
  if (name === 'mes') return { from: dayIn(from, -1), to: dayIn(to, -1) };
  if (name === 'passado') return { from: dayIn(from, -1), to: lastOfMonth(dayIn(from, -1)) };
  if (name === 'ano') return { from: dayIn(from, -12), to: dayIn(to, -12) };
  const end = addDays(from, -1);
  return { from: addDays(end, -daysBetween(from, to)), to: end };
}
