// A day as people type it.

import type { DayLimits } from './calendar-days.ts';
import { dayText } from './day-text.ts';

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
 * The text after a change of the field: the slashes come by themselves, because number keyboards
 * have none.
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
