import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SAME_WORDS } from '../../test/builders/same-words.ts';
import { fold, foldWithin, foundPlaces, isTooShort, matchesTokens, searchTokens } from './search.ts';

it.each(['', ' ', '\u00a0', '\u200b\u200b', '\u2800', '%', '%%', 'a', ' á ', '-'])('%j names nothing', (search) => {
  expect(isTooShort(search)).toBe(true);
});

it.each(['ab', 'a b', '9', 'Nº 9', 'PMVI042', '2/2026'])('%j is a search', (search) => {
  expect(isTooShort(search)).toBe(false);
});

// One table for the device and the server, which use the same functions; the server's copy in SQL
// is tried in test/server/documents/document-list.test.ts.
it.each(SAME_WORDS)('%j is found by %j', (text, search) => {
  expect(matchesTokens(foldWithin(text), searchTokens(search))).toBe(true);
  expect(foundPlaces(text, search).length).toBeGreaterThan(0);
});

it.each([
  ['Lei 8.112/90', '8113/90'],
  ['Lei 8.1125', '81125'],
  ['Item 1.2.100', '12100'],
  ['Caixa d’água', 'dagora'],
])('%j is not found by %j', (text, search) => {
  expect(matchesTokens(foldWithin(text), searchTokens(search))).toBe(false);
});

it('what is marked is what is found, letter by letter of the text', () => {
  const words = fc.array(
    fc.constantFrom("d'água", 'Á', '8.112/90', 'guarda-chuva', '1.234.567,89', 'nº', ' ', 'e\u0301', 'ﬁ'),
  );
  fc.assert(
    fc.property(words, words, (text, search) => {
      const [whole, sought] = [text.join(' '), search.join('')];
      const places = foundPlaces(whole, sought);
      const tokens = fold(sought)
        .split(' ')
        .filter((token) => !/^\p{L}?$/u.test(token));
      const found = tokens.filter((token) => foldWithin(whole).includes(token));
      expect(places.length > 0).toBe(found.length > 0);
      for (const [from, to] of places) {
        const shown = foldWithin(whole.slice(from, to));
        expect(found.some((token) => shown.includes(token) || token.includes(shown))).toBe(true);
      }
    }),
  );
});

it('a word of one letter is not marked, a digit alone is', () => {
  expect(foundPlaces('a rua da Praça', 'a rua')).toEqual([[2, 5]]);
  expect(foundPlaces('Ofício 9', '9')).toEqual([[7, 8]]);
});
