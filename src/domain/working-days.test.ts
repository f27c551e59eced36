import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, type CalendarDay, daysBetween } from './dates.ts';
import type { Holiday } from './holidays.ts';
import {
  addWorkingDays,
  holidayFor,
  holidaysOf,
  isDayOff,
  nextWorkingDay,
  proposedLimit,
  workingDaysBetween,
} from './working-days.ts';

const HEALTH = 3;
const GUARD = 4;
const SCHOOL = 5;

const ROWS: readonly Holiday[] = [
  { day: '2026-01-25', name: 'Aniversário da cidade', kind: 'municipal', exemptSectors: [] },
  { day: '2026-06-05', name: 'Depois de Corpus Christi', kind: 'optional', exemptSectors: [HEALTH, GUARD] },
  { day: '2026-02-16', name: 'Carnaval', kind: 'working', exemptSectors: [] },
  { day: '2026-10-30', name: 'Dia do Servidor', kind: 'optional', exemptSectors: [HEALTH] },
];
const holidays = holidaysOf(ROWS);

describe('a day off', () => {
  test.each<[day: CalendarDay, sectors: readonly number[], off: boolean, why: string]>([
    ['2026-06-03', [], false, 'a Wednesday'],
    ['2026-06-04', [], true, 'Corpus Christi of the year'],
    ['2026-06-05', [], true, 'a row of the town'],
    ['2026-06-05', [HEALTH], false, 'the sector is exempt'],
    ['2026-06-05', [SCHOOL], true, 'the sector is not exempt'],
    ['2026-06-05', [HEALTH, GUARD], false, 'all sectors are exempt'],
    ['2026-06-05', [HEALTH, SCHOOL], true, 'one sector is not exempt'],
    ['2026-06-06', [HEALTH], true, 'a Saturday'],
    ['2026-06-07', [], true, 'a Sunday'],
    ['2026-02-16', [], false, 'the town works on this Carnaval'],
    ['2026-02-17', [], true, 'it does not on that one'],
    ['2027-02-08', [], true, 'the row is of one year'],
  ])('%s for %j: %s (%s)', (day, sectors, off) => {
    expect(isDayOff(day, holidays, sectors)).toBe(off);
  });

  it('is named', () => {
    expect(holidayFor('2026-06-04', holidays)?.name).toBe('Corpus Christi');
    expect(holidayFor('2026-06-05', holidays, [HEALTH])).toBeNull();
    expect(holidayFor('2026-06-06', holidays)).toBeNull();
  });
});

test.each<[day: CalendarDay, next: CalendarDay]>([
  ['2026-06-03', '2026-06-03'],
  ['2026-06-04', '2026-06-08'],
  ['2026-06-07', '2026-06-08'],
  ['2026-12-25', '2026-12-28'],
  ['2027-01-01', '2027-01-04'],
  ['2028-02-29', '2028-03-01'],
])('from %s the next working day is %s', (day, next) => {
  expect(nextWorkingDay(day, holidays)).toBe(next);
});

test('Corpus Christi of 2025 goes to Friday, 20/06', () => {
  expect(nextWorkingDay('2025-06-19', holidaysOf([]))).toBe('2025-06-20');
});

test.each<[from: CalendarDay, days: number, sectors: readonly number[], limit: CalendarDay]>([
  ['2026-06-01', 0, [], '2026-06-01'],
  ['2026-06-01', 1, [], '2026-06-02'],
  ['2026-06-01', 3, [], '2026-06-08'],
  ['2026-06-01', 3, [HEALTH], '2026-06-05'],
  ['2026-06-06', 1, [], '2026-06-08'],
  ['2026-11-19', 10, [], '2026-12-04'],
  ['2026-12-21', 10, [], '2027-01-06'],
  ['2028-02-25', 1, [], '2028-03-01'],
])('from %s, %i working days for %j end on %s', (from, days, sectors, limit) => {
  expect(addWorkingDays(from, days, { holidays, sectors })).toBe(limit);
});

test.each<[from: CalendarDay, to: CalendarDay, sectors: readonly number[], days: number]>([
  ['2026-06-01', '2026-06-01', [], 0],
  ['2026-06-01', '2026-06-03', [], 2],
  ['2026-06-01', '2026-06-07', [], 2],
  ['2026-06-01', '2026-06-08', [], 3],
  ['2026-06-01', '2026-06-08', [HEALTH], 4],
  ['2026-06-08', '2026-06-01', [], -3],
  ['2026-02-13', '2026-02-18', [], 2],
  ['2026-12-23', '2027-01-05', [], 7],
  ['1994-12-30', '1995-01-02', [], 1],
])('between %s and %s there are, for %j, %i working days', (from, to, sectors, days) => {
  expect(workingDaysBetween(from, to, { holidays, sectors })).toBe(days);
});

test('a count agrees with one made day by day', () => {
  const days = fc.integer({ min: -400, max: 1200 }).map((offset) => addDays('2026-01-01', offset));
  fc.assert(
    fc.property(days, days, fc.subarray([HEALTH, GUARD, SCHOOL]), (one, other, sectors) => {
      const [from, to] = one < other ? [one, other] : [other, one];
      let counted = 0;
      for (let day = 1; day <= daysBetween(from, to); day += 1) {
        if (!isDayOff(addDays(from, day), holidays, sectors)) counted += 1;
      }
      expect(workingDaysBetween(from, to, { holidays, sectors })).toBe(counted);
    }),
  );
});

test('a limit in working days is as many away', () => {
  const from = fc.integer({ min: 0, max: 900 }).map((offset) => addDays('2026-01-01', offset));
  fc.assert(
    fc.property(from, fc.integer({ min: 1, max: 60 }), (day, days) => {
      const limit = addWorkingDays(day, days, { holidays });
      expect(isDayOff(limit, holidays)).toBe(false);
      expect(workingDaysBetween(day, limit, { holidays })).toBe(days);
    }),
  );
});

test.each<[today: CalendarDay, days: number, working: boolean, limit: CalendarDay]>([
  ['2026-06-01', 10, true, '2026-06-17'],
  ['2026-06-01', 10, false, '2026-06-11'],
  ['2026-05-25', 10, false, '2026-06-08'],
])('a subject proposes on %s, for %i days (working: %s), %s', (today, days, working, limit) => {
  expect(proposedLimit(today, { days, working }, { holidays })).toBe(limit);
});
