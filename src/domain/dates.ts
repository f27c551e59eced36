// Calendar days are strings `yyyy-mm-dd` from end to end, never instants (decisions A10): parsing one as a Date shows the
// day before all over Brazil. Nothing here reads a clock: the instant and the zone are parameters.

/** A calendar day, `yyyy-mm-dd`, compared as a string. */
export type CalendarDay = string;

const DAY_MS = 86_400_000;
const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The earliest day a list filter accepts (product specification, section 9). */
export const EARLIEST_FILTER_DAY: CalendarDay = '2024-01-01';

/** True only for real days: `2025-02-30` is false, never March (hardening, default 4). */
export function isCalendarDay(value: string): value is CalendarDay {
  const match = DAY_PATTERN.exec(value);
  if (match === null) return false;
  const month = Number(match[2]);
  const day = Number(match[3]);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(match[1]), month);
}

/** The calendar day that `instantMs` (epoch milliseconds) falls on in `zone` (IANA name). */
export function dayAt(instantMs: number, zone: string): CalendarDay {
  return formatterOf(zone).format(instantMs);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((epochOf(to) - epochOf(from)) / DAY_MS);
}

/** The day `days` after `day` (before, when negative). */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return new Date(epochOf(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Day of the month, 1–31. */
export function dayOfMonth(day: CalendarDay): number {
  return Number(day.slice(8, 10));
}

/** How many days the month (1–12) of `year` has. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** How many days the month that `day` lies in has. */
export function lengthOfMonth(day: CalendarDay): number {
  return daysInMonth(Number(day.slice(0, 4)), Number(day.slice(5, 7)));
}

/** True on Saturdays and Sundays: a limit date there is allowed, with a hint (decisions A9). */
export function isWeekend(day: CalendarDay): boolean {
  const weekday = new Date(epochOf(day)).getUTCDay();
  return weekday === 0 || weekday === 6;
}

function epochOf(day: CalendarDay): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formatters.set(zone, formatter);
  }
  return formatter;
}
