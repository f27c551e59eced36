// Calendar days are strings `yyyy-mm-dd` from end to end, never instants (rule A10): a day that is
// parsed as a Date shows the day before all over Brazil. Nothing here reads a clock: the instant
// and the zone are parameters.

/** A calendar day, `yyyy-mm-dd`, compared as a string. */
export type CalendarDay = string;

const DAY_MS = 86_400_000;

/** The earliest day a list filter accepts (rule F6). */
export const EARLIEST_FILTER_DAY: CalendarDay = '2024-01-01';

/** True only for days that exist: `2025-02-30` is false and does not become March (default 4). */
export function isCalendarDay(value: string): value is CalendarDay {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (match === null) return false;
  const month = Number(match[2]);
  const day = Number(match[3]);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(match[1]), month);
}

/** The calendar day that `instantMs` (epoch milliseconds) falls on in `zone` (IANA name). */
export function dayAt(instantMs: number, zone: string): CalendarDay {
  const { year, month, day } = partsAt(instantMs, zone);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

/** The hour of the day, 0–23, of `instantMs` (epoch milliseconds) in `zone` (IANA name). */
export function hourAt(instantMs: number, zone: string): number {
  return partsAt(instantMs, zone).hour;
}

/** What a clock shows at `instantMs` (epoch milliseconds) in `zone` (IANA name): `14:32`. */
export function clockAt(instantMs: number, zone: string): string {
  const { hour, minute } = partsAt(instantMs, zone);
  return `${padded(hour, 2)}:${padded(minute, 2)}`;
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

/** True on Saturdays and Sundays: a limit date there is allowed, with a hint (rule A9). */
export function isWeekend(day: CalendarDay): boolean {
  const weekday = weekdayOf(day);
  return weekday === 0 || weekday === 6;
}

/** Day of the week, 0 on Sundays to 6 on Saturdays. */
export function weekdayOf(day: CalendarDay): number {
  return new Date(epochOf(day)).getUTCDay();
}

function epochOf(day: CalendarDay): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

type Parts = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
};

/** `Temporal.Instant`; undefined in engines without Temporal, or with a part of it only. */
const instants = (globalThis as { Temporal?: Partial<typeof Temporal> }).Temporal?.Instant;

/** The local date and time in `zone`. */
function partsAt(instantMs: number, zone: string): Parts {
  // Temporal needs no formatter. The first formatter of a page costs a start on a cheap phone a
  // tenth of a second (S147).
  if (instants === undefined) return formattedParts(instantMs, zone);
  return instants.fromEpochMilliseconds(Math.floor(instantMs)).toZonedDateTimeISO(zone);
}

/**
 * The parts are taken by their names, because the order and the separators that a formatter writes
 * depend on the engine and its version. Calendar and digits are fixed, because a locale may bring
 * its own.
 */
function formattedParts(instantMs: number, zone: string): Parts {
  const found = new Map(
    formatterOf(zone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: keyof Parts): number => {
    const value = found.get(name) ?? Number.NaN;
    if (!Number.isInteger(value)) throw new Error(`The engine gives no ${name} in ${zone}`);
    return value;
  };
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

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
