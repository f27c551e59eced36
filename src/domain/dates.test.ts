import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayAt, daysBetween, isCalendarDay, isWeekend, lengthOfMonth } from './dates.ts';

describe('isCalendarDay', () => {
  it.each(['2026-11-20', '2024-02-29', '2026-12-31'])('accepts %s', (day) => {
    expect(isCalendarDay(day)).toBe(true);
  });
  it.each([
    '2025-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '20/11/2026',
    '2026-1-2',
    '',
    '2026-11-20T00:00:00Z',
  ])('refuses %j', (day) => {
    expect(isCalendarDay(day)).toBe(false);
  });
});

describe('dayAt', () => {
  const justAfterUtcMidnight = Date.UTC(2026, 10, 20, 2, 30);
  it.each([
    ['America/Sao_Paulo', '2026-11-19'],
    ['America/Noronha', '2026-11-20'],
    ['America/Manaus', '2026-11-19'],
    ['America/Rio_Branco', '2026-11-19'],
    ['UTC', '2026-11-20'],
  ])('02:30 UTC in %s is %s', (zone, day) => {
    expect(dayAt(justAfterUtcMidnight, zone)).toBe(day);
  });
});

describe('counting days', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-23', 3],
    ['2026-11-20', '2026-11-18', -2],
    ['2026-02-28', '2026-03-01', 1],
    ['2024-02-28', '2024-03-01', 2],
    ['2025-12-31', '2026-12-31', 365],
    // Brazil had daylight saving until 2019: a day is a day whatever the clocks did.
    ['2018-11-03', '2018-11-05', 2],
  ])('%s → %s = %i', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
    expect(addDays(from, days)).toBe(to);
  });

  it('goes there and back for any day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
        const day = addDays('2026-11-20', days);
        expect(isCalendarDay(day)).toBe(true);
        expect(daysBetween('2026-11-20', day)).toBe(days);
      }),
    );
  });

  it('knows months and weekends', () => {
    expect(lengthOfMonth('2026-02-10')).toBe(28);
    expect(lengthOfMonth('2024-02-10')).toBe(29);
    expect(isWeekend('2026-11-21')).toBe(true);
    expect(isWeekend('2026-11-20')).toBe(false);
  });
});
