// A day as people type it.

import { dayText } from './day-text.ts';
import { CalendarDate, parseDate } from '@internationalized/date';

const MARKS = /[\s/.-]+/;
const DIGITS_ONLY = /^(\d{2})(\d{2})(\d{2}|\d{4})?$/;
const NUMBER = /^\d{1,2}$/;
const YEAR = /^(?:\d{2}|\d{4})$/;
/** The first day that the calendar offers. */
const FIRST_DAY = '2000-01-01';

/**
 * Reads a typed day: `23/11/2026`, `23/11/26`, `23/11`, `23.11.2026`, `23112026`, `2026-11-23`. A
 * day without a year is the next one that is not before `from` (`yyyy-mm-dd`). Null when the text
 * names no day of the calendar.
 */
export function dayFromText(typed: string, from: string): string | null {
  const parts = typed.split(MARKS).filter(Boolean);
  const [first = ''] = parts;
  const isYearFirst = parts.length === 3 && first.length === 4;
  const inOrder = isYearFirst ? parts.toReversed() : parts;
  const [day, month, year, ...more] = parts.length === 1 ? (DIGITS_ONLY.exec(first) ?? []).slice(1) : inOrder;
  if (day === undefined || month === undefined || more.length > 0) return null;
  if (!NUMBER.test(day) || !NUMBER.test(month) || (year !== undefined && !YEAR.test(year))) return null;
  if (year !== undefined) return dayOf([year.length === 2 ? `20${year}` : year, month, day]);
  const thisYear = Number(from.slice(0, 4));
  // Eight years ahead contain a 29 February.
  for (let ahead = 0; ahead <= 8; ahead++) {
    const found = dayOf([String(thisYear + ahead), month, day]);
    if (found !== null && found >= from) return found;
  }
  return null;
}

function dayOf([year = '', month = '', day = '']: readonly (string | undefined)[]): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  // The engines read 31 February as a day of March; a day that changes on the way does not exist.
  const exists = Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
  return exists && text >= FIRST_DAY ? text : null;
}

/**
 * Says if the text is a whole day with its year, so that more typing would not make it another day.
 */
export function isWholeDay(text: string): boolean {
  return /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(text);
}

/**
 * The text after a change of the field: slashes are inserted automatically, because number
 * keyboards have none.
 */
export function withSlashes(before: string, typed: string): string {
  const next = typed.replace(/\/{2,}/g, '/');
  const isLonger = typed.length > before.length && typed.startsWith(before);
  return isLonger && /^(\d{2}|\d{1,2}\/\d{2})$/.test(next) ? `${next}/` : next;
}

/** The sentence under a day that can't be taken; null when it can. */
export function dayProblem(day: string | null, { minValue, maxValue }: DayLimits): string | null {
  if (day === null) return 'Escreva o dia como dd/mm/aaaa.';
  if (minValue && day < minValue) return `Escolha um dia a partir de ${dayText(minValue)}.`;
  if (maxValue && day > maxValue) return `Escolha um dia até ${dayText(maxValue)}.`;
  return null;
}

/** Limits of a calendar as `yyyy-mm-dd`; either may be open. */
export type DayLimits = { minValue?: string | undefined; maxValue?: string | undefined };

const firstYear = 2000;
const yearsAhead = 10;
const preferredDay = 15;

/**
 * The years that can be chosen, newest first, down to 2000. They begin with the year of the
 * maximum. Without a maximum they begin ten years after the later of today and the minimum (rule
 * F7).
 */
export function calendarYears(today: string, { minValue, maxValue }: DayLimits): number[] {
  const later = minValue && minValue > today ? minValue : today;
  const last = maxValue ? parseDate(maxValue).year : parseDate(later).year + yearsAhead;
  return Array.from({ length: Math.max(last - firstYear + 1, 1) }, (_, n) => last - n);
}

/**
 * The day that is selected after the month or year was changed: the 15th, or the nearest day the
 * limits allow.
 */
export function dayAfterChange({ year, month }: { year: number; month: number }, limits: DayLimits): CalendarDate {
  return withinLimits(new CalendarDate(year, month, preferredDay), limits);
}

/** The given day, or the nearer limit when it lies outside. */
export function withinLimits(day: CalendarDate, { minValue, maxValue }: DayLimits): CalendarDate {
  if (minValue && day.toString() < minValue) return parseDate(minValue);
  if (maxValue && day.toString() > maxValue) return parseDate(maxValue);
  return day;
}
