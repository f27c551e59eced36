import { expect, it } from 'vitest';
import { excerptAround, excerptOf } from './excerpt.ts';

it.each([
  ['Segue o ofício', 20, 'Segue o ofício'],
  ['Segue o ofício assinado', 14, 'Segue o…'],
  ['Segue o ofício assinado', 15, 'Segue o ofício…'],
  ['Inconstitucionalissimamente', 10, 'Inconstitu…'],
  ['', 5, ''],
])('the excerpt of «%s» in %i letters is «%s»', (text, length, excerpt) => {
  expect(excerptOf(text, length)).toBe(excerpt);
});

it.each([
  ['um dois', 3, 7, 20, 'um dois'],
  ['um dois três quatro cinco seis', 13, 19, 15, '…quatro cinco…'],
  ['um dois três quatro cinco seis', 0, 2, 12, 'um dois…'],
  ['um dois três quatro cinco seis', 26, 30, 24, '…cinco seis'],
])('of "%s" the words around %i to %i, about %i characters, are "%s"', (text, from, to, length, words) => {
  expect(excerptAround(text, { from, to, length })).toBe(words);
});
