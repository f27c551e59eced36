import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldLetters, matchLetters } from './match-letters.ts';

it('finds accented letters from plain ones and the other way round', () => {
  expect(matchLetters('Márcio Guedes', 'mar')).toEqual([0, 3]);
  expect(matchLetters('Obras de drenagem', 'DRENÁGEM')).toEqual([9, 17]);
});

it('counts positions in the original, also when accents are separate marks', () => {
  const decomposed = 'Márcio'.normalize('NFD');
  expect(matchLetters(decomposed, 'mar')).toEqual([0, 4]);
});

it('matches nothing for an empty query or a stranger', () => {
  expect(matchLetters('Obras', '  ')).toBeNull();
  expect(matchLetters('Obras', 'x')).toBeNull();
});

it('what it cuts out holds the query', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(19), fc.nat(19), (text, a, b) => {
      const query = [...text]
        .slice(Math.min(a, b), Math.max(a, b) + 1)
        .join('')
        .trim();
      const found = matchLetters(text, query);
      if (!foldLetters(query)) return found === null;
      return found !== null && foldLetters(text.slice(...found)).includes(foldLetters(query));
    }),
  );
});
