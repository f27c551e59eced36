import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

it.each([
  ['Segue o ofício', 20, 'Segue o ofício'],
  ['Segue o ofício assinado', 14, 'Segue o…'],
  ['Segue o ofício assinado', 15, 'Segue o ofício…'],
  ['Inconstitucionalissimamente', 10, 'Inconstitu…'],
  ['', 5, ''],
])('the excerpt of «%s» in %i letters is «%s»', (text, length, excerpt) => {
  expect(excerptOf(text, length)).toBe(excerpt);
});
