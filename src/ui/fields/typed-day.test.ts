import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayText, dayInWords } from './day-text.ts';
import { dayFromText, dayProblem, isWholeDay, withSlashes, calendarYears, dayAfterChange } from './typed-day.ts';

const FROM = '2026-11-22';

describe('a typed day is read', () => {
  it.each([
    ['23/11/2026', '2026-11-23'],
    ['3/1/2027', '2027-01-03'],
    ['23/11/26', '2026-11-23'],
    ['23.11.2026', '2026-11-23'],
    ['23-11-2026', '2026-11-23'],
    ['23 11 2026', '2026-11-23'],
    ['23/11/', '2026-11-23'],
    ['23112026', '2026-11-23'],
    ['231126', '2026-11-23'],
    ['2026-11-23', '2026-11-23'],
    [' 23/11/2026 ', '2026-11-23'],
    ['22/11', '2026-11-22'],
    ['21/11', '2027-11-21'],
    ['2211', '2026-11-22'],
    ['29/02', '2028-02-29'],
    ['29/02/2028', '2028-02-29'],
  ])('%s → %s', (typed, day) => {
    expect(dayFromText(typed, FROM)).toBe(day);
  });

  it.each([
    '',
    'amanhã',
    '31/02/2027',
    '29/02/2027',
    '00/11/2026',
    '12/13/2026',
    '23/11/202',
    '23/11/0000',
    '31/12/1999',
    '1',
    '23/',
  ])('“%s” names no day', (typed) => {
    expect(dayFromText(typed, FROM)).toBeNull();
  });

  it('every day of a century is read back as it is written', () => {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(dayFromText(dayText(day), FROM)).toBe(day);
        expect(isWholeDay(dayText(day))).toBe(true);
      }),
    );
  });

  it('no text makes the reading throw', () => {
    fc.assert(fc.property(fc.string(), (text) => void dayFromText(text, FROM)));
  });
});

describe('the slashes come by themselves', () => {
  function typeAll(keys: string): string {
    return [...keys].reduce((text, key) => withSlashes(text, text + key), '');
  }

  it.each([
    ['23112026', '23/11/2026'],
    ['23/11/2026', '23/11/2026'],
    ['3/1/2027', '3/1/2027'],
    ['3/11/2027', '3/11/2027'],
  ])('the keys %s write %s', (keys, text) => {
    expect(typeAll(keys)).toBe(text);
  });

  it('a deleted slash stays deleted', () => {
    expect(withSlashes('23/', '23')).toBe('23');
    expect(withSlashes('23/11/', '23/11')).toBe('23/11');
  });
});

it.each([
  [null, 'Escreva o dia como dd/mm/aaaa.'],
  ['2026-11-21', 'Escolha um dia a partir de 22/11/2026.'],
  ['2026-12-02', 'Escolha um dia até 01/12/2026.'],
  ['2026-11-22', null],
])('the problem of %s is: %s', (day, sentence) => {
  expect(dayProblem(day, { minValue: FROM, maxValue: '2026-12-01' })).toBe(sentence);
});

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
