import { expect, it } from 'vitest';
import { barPartText, minutesText, valueText } from './reports.ts';

it.each([
  [0, '0 min'],
  [1, '1 min'],
  [59.6, '1 h'],
  [65, '1 h 05'],
  [130, '2 h 10'],
  [1440, '1 dia'],
  [2160, '1,5 dia'],
  [2880, '2 dias'],
])('%s minutes are %s', (minutes, text) => expect(minutesText(minutes)).toBe(text));

it.each([
  [0, '0 dias'],
  [0.04, '0 dias'],
  [0.5, '0,5 dia'],
  [1, '1 dia'],
  [1.9, '1,9 dia'],
  [1.96, '2 dias'],
  [12, '12 dias'],
])('%s days are %s', (days, text) => expect(valueText('days', days)).toBe(text));

it('one document of a bar is singular', () => {
  expect([1, 2].map((count) => barPartText('times', { at: 0, count }))).toEqual(['1 aberto', '2 abertos']);
  expect(barPartText('times', { at: 1, count: 1 })).toBe('1 não aberto');
  expect(barPartText('load', { at: 1, count: 1 })).toBe('1 em atraso');
});
