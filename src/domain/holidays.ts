// The days on which a town hall does not work: the national ones, which follow from the year, and
// the rows that the town keeps of its own. Nothing here reads a clock.

import { addDays, type CalendarDay, daysBetween, isCalendarDay } from './dates.ts';
import { fold } from './search.ts';

/**
 * The kinds of the town's own rows. `optional` is a ponto facultativo; `working` makes a national
 * holiday a day of work in this town.
 */
export const HOLIDAY_KINDS = ['municipal', 'state', 'optional', 'working'] as const;
export type HolidayKind = (typeof HOLIDAY_KINDS)[number];

/** A day of the calendar: a national one, or a row of the town. */
export type Holiday = {
  readonly day: CalendarDay;
  readonly name: string;
  readonly kind: HolidayKind | 'national';
  /** The sectors that work on this day. */
  readonly exemptSectors: readonly number[];
};

/** The first year in which 20 November is a national holiday (Lei 14.759/2023). */
const CONSCIENCIA_NEGRA_SINCE = 2024;

const FIXED = [
  ['01-01', 'Confraternização Universal'],
  ['04-21', 'Tiradentes'],
  ['05-01', 'Dia do Trabalho'],
  ['09-07', 'Independência'],
  ['10-12', 'Nossa Senhora Aparecida'],
  ['11-02', 'Finados'],
  ['11-15', 'Proclamação da República'],
  ['12-25', 'Natal'],
] as const;

/** Days that move with Easter, by their distance in days from Easter Sunday. */
const MOVABLE = [
  [-48, 'Carnaval', 'optional'],
  [-47, 'Carnaval', 'optional'],
  [-2, 'Sexta-feira Santa', 'national'],
  [60, 'Corpus Christi', 'optional'],
] as const;

/** Easter Sunday of a year of the Gregorian calendar (the anonymous algorithm of 1876). */
export function easterOf(year: number): CalendarDay {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  return addDays(`${yearText(year)}-03-22`, epact + toSunday - 7 * late);
}

/**
 * The holidays that follow from the year alone, the same in every town, in the order of their days.
 */
export function nationalHolidays(year: number): readonly Holiday[] {
  const easter = easterOf(year);
  const named = (day: CalendarDay, name: string, kind: Holiday['kind']): Holiday => ({
    day,
    name,
    kind,
    exemptSectors: [],
  });
  return [
    ...FIXED.map(([monthDay, name]) => named(`${yearText(year)}-${monthDay}`, name, 'national')),
    ...(year < CONSCIENCIA_NEGRA_SINCE ? [] : [named(`${yearText(year)}-11-20`, 'Consciência Negra', 'national')]),
    ...MOVABLE.map(([offset, name, kind]) => named(addDays(easter, offset), name, kind)),
  ].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Words in the names of feasts that move with Easter, in the form that `fold` gives. */
const MOVES_WITH_EASTER =
  /\b(carnaval|cinzas|semana santa|sexta-feira santa|sexta feira santa|quinta-feira santa|quinta feira santa|paixao|pascoa|ascensao|pentecostes|divino|trindade|corpus)\b/u;

/**
 * The town's rows of one year, moved to the year `to`: a feast that moves with Easter keeps its
 * distance from it, every other row its day and month. Days in `taken` are left out.
 */
export function copiedHolidays(
  rows: readonly Holiday[],
  { to, taken }: { to: number; taken: ReadonlySet<CalendarDay> },
): readonly Holiday[] {
  const days = new Set(taken);
  const copied: Holiday[] = [];
  for (const row of rows.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    const day = movedTo(row, to);
    if (days.has(day)) continue;
    days.add(day);
    copied.push({ ...row, day });
  }
  return copied.toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

function movedTo({ day, name }: Holiday, year: number): CalendarDay {
  if (MOVES_WITH_EASTER.test(fold(name))) {
    return addDays(easterOf(year), daysBetween(easterOf(Number(day.slice(0, 4))), day));
  }
  const same = `${yearText(year)}${day.slice(4)}`;
  return isCalendarDay(same) ? same : `${yearText(year)}-02-28`;
}

function yearText(year: number): string {
  return String(year).padStart(4, '0');
}
