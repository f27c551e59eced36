import { describe, expect, it, test } from 'vitest';
import { addDays } from '#domain/dates.ts';
import { holidaysOf, isDayOff, workingDaysBetween } from '#domain/working-days.ts';
import { beginsWeek, lateSince, reminderSpans } from './tenant-calendar.ts';

const HEALTH = 3;
const calendar = {
  holidays: holidaysOf([{ day: '2030-06-21', name: 'Ponte', kind: 'optional', exemptSectors: [HEALTH] }]),
  exemptSectors: [HEALTH],
};

describe('what a day reminds of', () => {
  it.each([
    ['2030-06-18', false, '2030-06-18'],
    ['2030-06-19', false, '2030-06-23'],
    ['2030-06-20', true, '2030-06-23'],
    ['2030-06-22', true, '2030-06-23'],
  ])('%s: off %s, up to %s', (day, off, last) => {
    expect(reminderSpans(calendar, day).others).toEqual({ off, last });
  });

  it('is less for a sector that works on the day after', () => {
    expect(reminderSpans(calendar, '2030-06-19').own).toEqual([{ sector: HEALTH, off: false, last: '2030-06-20' }]);
  });
});

const DAYS = Array.from({ length: 60 }, (_, offset) => addDays('2030-06-01', offset));

test.each(DAYS.filter((day) => !isDayOff(day, calendar.holidays)))(
  'the limit dates that are three working days late on %s are those that a count finds',
  (day) => {
    const limits = Array.from({ length: 30 }, (_, back) => addDays(day, -back - 1)).filter(
      (limit) => workingDaysBetween(limit, day, calendar) === 3,
    );
    const since = lateSince(calendar, { day, days: 3, sector: 9 });
    expect(since).toEqual({ first: limits.at(-1), last: limits[0] });
  },
);

test('no limit date becomes late on a day off', () => {
  const off = DAYS.filter((day) => isDayOff(day, calendar.holidays));
  expect(off.map((day) => lateSince(calendar, { day, days: 3, sector: 9 }))).toEqual(off.map(() => null));
});

test('a week begins on Monday, or on the first day on which the sector works', () => {
  const begins = (day: string) => beginsWeek(calendar, { day, sector: 9 });
  expect(['2030-06-17', '2030-06-18', '2030-06-16'].map(begins)).toEqual([true, false, false]);
  // Carnaval on Monday and Tuesday.
  expect(['2030-03-04', '2030-03-05', '2030-03-06'].map(begins)).toEqual([false, false, true]);
});
