import { expect, it } from 'vitest';
import { aboutText } from './audit.ts';

const names = (count: number) => Array.from({ length: count }, (_, place) => `Pessoa ${place + 1}`);

it.each([
  [0, ''],
  [1, 'Pessoa 1'],
  [4, 'Pessoa 1, Pessoa 2, Pessoa 3, Pessoa 4'],
  [5, 'Pessoa 1, Pessoa 2, Pessoa 3 e mais 2'],
  [500, 'Pessoa 1, Pessoa 2, Pessoa 3 e mais 497'],
])('an act on %i names as many as a row has room for', (count, text) => {
  expect(aboutText(names(count))).toBe(text);
});
