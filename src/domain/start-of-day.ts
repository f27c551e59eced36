import { type CalendarDay, dayAt } from './dates.ts';

const HOUR_MS = 3_600_000;
/** No time zone is farther from UTC than this. */
const WIDEST_OFFSET_MS = 15 * HOUR_MS;

/**
 * The first instant (ISO, UTC) of a calendar day in `zone`; instants can then be compared as
 * strings.
 */
export function startOfDay(day: CalendarDay, zone: string): string {
  const utcMidnight = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
  let before = utcMidnight - WIDEST_OFFSET_MS;
  let within = utcMidnight + WIDEST_OFFSET_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayAt(middle, zone) < day) before = middle;
    else within = middle;
  }
  return new Date(within).toISOString();
}
