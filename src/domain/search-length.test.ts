import { expect, it } from 'vitest';
import { isTooShort } from './search.ts';

it.each(['', ' ', '\u00a0', '\u200b\u200b', '\u2800', '%', '%%', 'a', ' á ', '-'])('%j names nothing', (search) => {
  expect(isTooShort(search)).toBe(true);
});

it.each(['ab', 'a b', '9', 'Nº 9', 'PMVI042', '2/2026'])('%j is a search', (search) => {
  expect(isTooShort(search)).toBe(false);
});
