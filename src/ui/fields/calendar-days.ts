import { CalendarDate, parseDate } from '@internationalized/date';

/** Limits of a calendar as `yyyy-mm-dd`; either may be open. */
export type DayLimits = { minValue?: string | undefined; maxValue?: string | undefined };

const firstYear = 2000;
const yearsAhead = 10;
const preferredDay = 15;

/**
 * The years that can be chosen, newest first: from ten years after the later of today and the
 * minimum, down to 2000.
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
