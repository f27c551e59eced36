import { expect, it } from 'vitest';
import { calendarYears, dayAfterChange } from './calendar-days.ts';
import { dayInWords, dayText } from './day-text.ts';

it('the calendar offers the years from ten years after today down to 2000', () => {
  const years = calendarYears('2026-11-19', {});
  expect(years[0]).toBe(2036);
  expect(years.at(-1)).toBe(2000);
});

it('the calendar counts the ten years from a later minimum, and stops at a maximum', () => {
  expect(calendarYears('2026-11-19', { minValue: '2028-01-01' })[0]).toBe(2038);
  expect(calendarYears('2026-11-19', { maxValue: '2026-12-31' })[0]).toBe(2026);
});

it('a changed month starts on the 15th, or on the nearest day that is allowed', () => {
  expect(dayAfterChange({ year: 2027, month: 2 }, { minValue: '2026-11-19' }).toString()).toBe('2027-02-15');
  expect(dayAfterChange({ year: 2026, month: 11 }, { minValue: '2026-11-19' }).toString()).toBe('2026-11-19');
  expect(dayAfterChange({ year: 2020, month: 3 }, { maxValue: '2019-01-02' }).toString()).toBe('2019-01-02');
});

it('a day is written without a shift by the time zone', () => {
  expect(dayText('2026-11-30')).toBe('30/11/2026');
  expect(dayInWords('2026-11-30')).toMatch(/^seg\., 30 de nov\.$/);
});
