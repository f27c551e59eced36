// Counts in working days, as Lei 9.784/1999 counts days: the first day does not count, the last one
// does, and a last day off moves to the next working day. The calendar only proposes and counts: it
// moves no limit date and decides no status.

import { addDays, type CalendarDay, daysBetween, isWeekend, weekdayOf } from './dates.ts';
import { type Holiday, nationalHolidays } from './holidays.ts';

/** The calendar of a town: national holidays, and the town's own rows in their place. */
export type Holidays = {
  /** The holiday on a day; null without one, and where a row of kind `working` stands. */
  readonly on: (day: CalendarDay) => Holiday | null;
  /** All rows of a year in the order of their days, also those of kind `working`. */
  readonly ofYear: (year: number) => readonly Holiday[];
};

/**
 * Makes the calendar of a town. One of its own rows replaces a national holiday on the same day.
 */
export function holidaysOf(rows: readonly Holiday[]): Holidays {
  const years = new Map<number, ReadonlyMap<CalendarDay, Holiday>>();
  const yearOf = (year: number): ReadonlyMap<CalendarDay, Holiday> => {
    const known = years.get(year);
    if (known !== undefined) return known;
    const own = rows.filter((row) => yearOfDay(row.day) === year);
    const made = new Map([...nationalHolidays(year), ...own].map((holiday) => [holiday.day, holiday]));
    years.set(year, made);
    return made;
  };
  return {
    on: (day) => {
      const holiday = yearOf(yearOfDay(day)).get(day);
      return holiday === undefined || holiday.kind === 'working' ? null : holiday;
    },
    ofYear: (year) => [...yearOf(year).values()].toSorted((one, other) => (one.day < other.day ? -1 : 1)),
  };
}

/**
 * The sectors that a count is for. A holiday is a day of work for them if all of them are exempt.
 */
export type Sectors = readonly number[];

/** The holiday that keeps the sectors from work; null if there is none, or they work on it. */
export function holidayFor(day: CalendarDay, holidays: Holidays, sectors: Sectors = []): Holiday | null {
  const holiday = holidays.on(day);
  if (holiday === null) return null;
  const exempt = sectors.length > 0 && sectors.every((id) => holiday.exemptSectors.includes(id));
  return exempt ? null : holiday;
}

/**
 * Whether the sectors do not work on the day: a weekend, or a holiday that does not exempt them.
 */
export function isDayOff(day: CalendarDay, holidays: Holidays, sectors: Sectors = []): boolean {
  return isWeekend(day) || holidayFor(day, holidays, sectors) !== null;
}

/** `day` itself if it is a working day, otherwise the first working day after it. */
export function nextWorkingDay(day: CalendarDay, holidays: Holidays, sectors: Sectors = []): CalendarDay {
  let found = day;
  while (isDayOff(found, holidays, sectors)) found = addDays(found, 1);
  return found;
}

/** The calendar that a count of days follows, and the sectors that it is for. */
type Counting = { readonly holidays: Holidays; readonly sectors?: Sectors };

/**
 * The last day of a limit of `days` working days, at least 0, that is given on `from`. `from`
 * itself does not count.
 */
export function addWorkingDays(from: CalendarDay, days: number, { holidays, sectors = [] }: Counting): CalendarDay {
  let day = from;
  for (let left = days; left > 0; left -= 1) day = nextWorkingDay(addDays(day, 1), holidays, sectors);
  return nextWorkingDay(day, holidays, sectors);
}

/**
 * How many working days there are from `from` to `to`: `from` does not count, `to` does. Negative
 * when `to` is earlier.
 */
export function workingDaysBetween(from: CalendarDay, to: CalendarDay, { holidays, sectors = [] }: Counting): number {
  if (to < from) return 0 - workingDaysBetween(to, from, { holidays, sectors });
  let days = weekdaysUntil(to) - weekdaysUntil(from);
  for (let year = yearOfDay(from); year <= yearOfDay(to); year += 1) {
    for (const { day } of holidays.ofYear(year)) {
      if (day > from && day <= to && !isWeekend(day) && holidayFor(day, holidays, sectors) !== null) days -= 1;
    }
  }
  return days;
}

/** A Sunday, from which weekdays are counted. */
const SUNDAY: CalendarDay = '1995-01-01';

/** Mondays to Fridays after `SUNDAY` up to the day; negative before it. */
function weekdaysUntil(day: CalendarDay): number {
  const weekday = weekdayOf(day);
  return Math.floor(daysBetween(SUNDAY, day) / 7) * 5 + Math.min(weekday, 5);
}

/** A limit that a subject proposes: `days` days, or working days. */
export type DefaultLimit = { readonly days: number; readonly working: boolean };

/** The date that a default limit proposes on `today`. It is never a day off. */
export function proposedLimit(
  today: CalendarDay,
  limit: DefaultLimit,
  { holidays, sectors = [] }: Counting,
): CalendarDay {
  if (limit.working) return addWorkingDays(today, limit.days, { holidays, sectors });
  return nextWorkingDay(addDays(today, limit.days), holidays, sectors);
}

function yearOfDay(day: CalendarDay): number {
  return Number(day.slice(0, 4));
}
