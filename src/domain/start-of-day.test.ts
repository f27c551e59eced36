import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayAt, startOfDay } from './dates.ts';

test.each([
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20', 'America/Noronha', '2026-11-20T02:00:00.000Z'],
  ['2026-11-20', 'America/Sao_Paulo', '2026-11-20T03:00:00.000Z'],
  ['2026-11-20', 'America/Rio_Branco', '2026-11-20T05:00:00.000Z'],
  ['2026-01-01', 'America/Sao_Paulo', '2026-01-01T03:00:00.000Z'],
  // Clocks were moved from midnight to one o'clock: the day began an hour after the end of the day
  // before.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2018-11-05', 'America/Sao_Paulo', '2018-11-05T02:00:00.000Z'],
  // Midnight was reached twice: the second one begins the day.
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
  // The zones farthest from UTC.
  ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
  ['2026-11-20', 'Etc/GMT+12', '2026-11-20T12:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, instant) => {
  expect(startOfDay(day, zone)).toBe(instant);
});

test('a millisecond before the start of a day it is the day before, in every zone', () => {
  const zones = ['America/Sao_Paulo', 'America/Manaus', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu'];
  fc.assert(
    fc.property(fc.integer({ min: -9_000, max: 9_000 }), fc.constantFrom(...zones), (days, zone) => {
      const day = addDays('2026-11-20', days);
      const start = Date.parse(startOfDay(day, zone));
      expect([dayAt(start - 1, zone), dayAt(start, zone)]).toEqual([addDays(day, -1), day]);
    }),
  );
});
