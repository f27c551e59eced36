import { describe, expect, it, test } from 'vitest';
import { weekdayOf } from './dates.ts';
import { copiedHolidays, easterOf, type Holiday, nationalHolidays } from './holidays.ts';

/** Twelve years, from printed calendars. */
const YEARS = [
  // year, Carnaval (Tuesday), Sexta-feira Santa, Easter, Corpus Christi
  [2024, '2024-02-13', '2024-03-29', '2024-03-31', '2024-05-30'],
  [2025, '2025-03-04', '2025-04-18', '2025-04-20', '2025-06-19'],
  [2026, '2026-02-17', '2026-04-03', '2026-04-05', '2026-06-04'],
  [2027, '2027-02-09', '2027-03-26', '2027-03-28', '2027-05-27'],
  [2028, '2028-02-29', '2028-04-14', '2028-04-16', '2028-06-15'],
  [2029, '2029-02-13', '2029-03-30', '2029-04-01', '2029-05-31'],
  [2030, '2030-03-05', '2030-04-19', '2030-04-21', '2030-06-20'],
  [2031, '2031-02-25', '2031-04-11', '2031-04-13', '2031-06-12'],
  [2032, '2032-02-10', '2032-03-26', '2032-03-28', '2032-05-27'],
  [2033, '2033-03-01', '2033-04-15', '2033-04-17', '2033-06-16'],
  [2034, '2034-02-21', '2034-04-07', '2034-04-09', '2034-06-08'],
  [2035, '2035-02-06', '2035-03-23', '2035-03-25', '2035-05-24'],
] as const;

describe('the days of a year', () => {
  it.each(YEARS)('%i: Carnaval %s, Santa %s, Easter %s, Corpus Christi %s', (year, carnaval, santa, easter, corpus) => {
    expect(easterOf(year)).toBe(easter);
    const days = new Map(nationalHolidays(year).map(({ day, name, kind }) => [day, `${name} ${kind}`]));
    expect(days.get(carnaval)).toBe('Carnaval optional');
    expect(days.get(santa)).toBe('Sexta-feira Santa national');
    expect(days.get(corpus)).toBe('Corpus Christi optional');
    expect([weekdayOf(carnaval), weekdayOf(santa), weekdayOf(easter), weekdayOf(corpus)]).toEqual([2, 5, 0, 4]);
  });

  it.each([
    [1818, '1818-03-22'],
    [1943, '1943-04-25'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('the earliest and the latest Easter: %i is %s', (year, easter) => {
    expect(easterOf(year)).toBe(easter);
  });

  it('stand in their order, each once', () => {
    expect(nationalHolidays(2026).map(({ day, name, kind }) => `${day} ${name} ${kind}`)).toEqual([
      '2026-01-01 Confraternização Universal national',
      '2026-02-16 Carnaval optional',
      '2026-02-17 Carnaval optional',
      '2026-04-03 Sexta-feira Santa national',
      '2026-04-21 Tiradentes national',
      '2026-05-01 Dia do Trabalho national',
      '2026-06-04 Corpus Christi optional',
      '2026-09-07 Independência national',
      '2026-10-12 Nossa Senhora Aparecida national',
      '2026-11-02 Finados national',
      '2026-11-15 Proclamação da República national',
      '2026-11-20 Consciência Negra national',
      '2026-12-25 Natal national',
    ]);
  });

  it('Consciência Negra is national since 2024', () => {
    expect(nationalHolidays(2023).some(({ day }) => day === '2023-11-20')).toBe(false);
    expect(nationalHolidays(2024).some(({ day }) => day === '2024-11-20')).toBe(true);
  });
});

describe('copying the days of a year', () => {
  const row = (day: string, name: string): Holiday => ({ day, name, kind: 'optional', exemptSectors: [7] });

  test.each<[name: string, from: string, to: number, day: string]>([
    ['Aniversário da cidade', '2026-01-25', 2027, '2027-01-25'],
    ['São João, padroeiro', '2026-06-24', 2027, '2027-06-24'],
    ['Carnaval', '2026-02-16', 2027, '2027-02-08'],
    ['Quarta-feira de Cinzas, até as 14h', '2026-02-18', 2027, '2027-02-10'],
    ['Quinta-feira Santa', '2026-04-02', 2027, '2027-03-25'],
    ['CORPUS CHRISTI', '2026-06-04', 2027, '2027-05-27'],
    ['Depois de Corpus Christi', '2026-06-05', 2027, '2027-05-28'],
    ['Dia do bissexto', '2028-02-29', 2029, '2029-02-28'],
    ['Carnaval', '2028-02-29', 2029, '2029-02-13'],
    ['Carnaval', '2027-02-09', 2028, '2028-02-29'],
  ])('%s of %s is in %i on %s', (name, from, to, day) => {
    expect(copiedHolidays([row(from, name)], { to, taken: new Set() })).toEqual([{ ...row(from, name), day }]);
  });

  it('leaves out the days that are taken, and no day twice', () => {
    const rows = [row('2026-06-24', 'São João'), row('2026-01-25', 'Aniversário'), row('2026-02-18', 'Cinzas')];
    const copied = copiedHolidays([...rows, row('2026-02-10', 'Fundação')], {
      to: 2027,
      taken: new Set(['2027-01-25']),
    });
    expect(copied.map(({ day, name }) => [day, name])).toEqual([
      ['2027-02-10', 'Fundação'],
      ['2027-06-24', 'São João'],
    ]);
  });
});
