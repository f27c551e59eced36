import { expect, test } from 'vitest';
import { addDays } from '#domain/dates.ts';
import { dayInWords } from '#ui/fields/day-text.ts';
import {
  formatDueDay,
  formatFullDay,
  formatLongWeekday,
  formatMoment,
  formatMonth,
  formatMonthName,
  formatSize,
  formatStamp,
  formatWeekday,
  formatWeekdayLetter,
  formatWeekdayName,
  formatWeekdayShort,
  joined,
} from './format.ts';
import { freshnessText } from './moments.ts';

const here = { today: '2026-11-19', zone: 'America/Sao_Paulo' };

test('days are written in words, short with the weekday and in full', () => {
  expect(formatWeekday('2026-11-23')).toBe('seg., 23 de nov.');
  expect(formatFullDay('2026-11-19')).toBe('quinta-feira, 19 de novembro de 2026');
});

test('every day has the words that engines write for Brazil', () => {
  const wordsOf = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat('pt-BR', { ...options, timeZone: 'UTC' });
    return (day: string) => formatter.format(Date.parse(day));
  };
  const written = [
    [formatWeekday, { weekday: 'short', day: 'numeric', month: 'short' }],
    [formatDueDay, { weekday: 'long', day: 'numeric', month: 'short' }],
    [formatLongWeekday, { weekday: 'long', day: 'numeric', month: 'long' }],
    [formatWeekdayName, { weekday: 'long' }],
    [formatWeekdayShort, { weekday: 'short' }],
    [formatWeekdayLetter, { weekday: 'narrow' }],
    [formatMonth, { month: 'long', year: 'numeric' }],
    [formatMonthName, { month: 'long' }],
    [formatFullDay, { dateStyle: 'full' }],
    [dayInWords, { weekday: 'short', day: 'numeric', month: 'short' }],
  ] as const;
  for (const [write, options] of written) {
    const expected = wordsOf(options);
    for (let day = '2027-12-01'; day < '2029-01-01'; day = addDays(day, 1)) expect(write(day)).toBe(expected(day));
  }
});

test.each([
  ['2026-11-19T12:12:00.000Z', 'hoje às 09:12', 'hoje · 09:12'],
  ['2026-11-19T02:30:00.000Z', 'ontem às 23:30', 'qua., 18 de nov. · 23:30'],
  ['2026-11-12T11:47:00.000Z', '12/11 às 08:47', 'qui., 12 de nov. · 08:47'],
  ['2025-11-12T11:47:00.000Z', '12/11/2025 às 08:47', '12/11/2025 · 08:47'],
])('the instant %s is written as %s', (at, moment, stamp) => {
  expect(formatMoment(at, here)).toBe(moment);
  expect(formatStamp(at, here)).toBe(stamp);
});

test('sizes use the decimal comma', () => {
  expect([formatSize(90), formatSize(412_400), formatSize(1_840_000)]).toEqual(['90 bytes', '412 KB', '1,8 MB']);
});

test('freshness tells the hour, the day if it is not today, and a missing connection', () => {
  const refreshedAtMs = Date.parse('2026-11-19T17:32:00.000Z');
  expect(freshnessText({ refreshedAtMs, network: 'ok' }, here)).toBe('Atualizado às 14:32');
  expect(freshnessText({ refreshedAtMs, network: 'offline' }, here)).toBe('Dados de hoje, 14:32 — sem conexão');
  expect(freshnessText({ refreshedAtMs, network: 'portal' }, here)).toBe('Dados de hoje, 14:32 — sem conexão');
  expect(freshnessText({ refreshedAtMs, network: 'unstable' }, here)).toBe('Dados de hoje, 14:32 — conexão instável');
  expect(freshnessText({ refreshedAtMs: null, network: 'offline' }, here)).toBeNull();
});

test.each([
  [[], ''],
  [['texto'], 'texto'],
  [['responsável', 'data limite'], 'responsável e data limite'],
  [['responsável', 'data limite', 'texto'], 'responsável, data limite e texto'],
])('%j is said as %j', (words, sentence) => {
  expect(joined(words)).toBe(sentence);
});
