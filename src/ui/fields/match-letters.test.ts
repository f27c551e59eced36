import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldLetters, isFound, matchLetters } from './match-letters.ts';

it('matchLetters finds accented letters by plain ones and the reverse', () => {
  expect(matchLetters('Márcio Guedes', 'mar')).toEqual([0, 3]);
  expect(matchLetters('Obras de drenagem', 'DRENÁGEM')).toEqual([9, 17]);
});

it('matchLetters counts positions in the original text, also when accents are separate marks', () => {
  const decomposed = 'Márcio'.normalize('NFD');
  expect(matchLetters(decomposed, 'mar')).toEqual([0, 4]);
});

it('matchLetters finds nothing for an empty query or a text that is not there', () => {
  expect(matchLetters('Obras', '  ')).toBeNull();
  expect(matchLetters('Obras', 'x')).toBeNull();
});

it.each([
  ['its text', 'transito', true],
  ['what stands beside it', 'SEMT', true],
  ['its words that are not shown', 'mobilidade', true],
  ['none of them', 'obras', false],
])('an option is found by %s', (_by, query, found) => {
  expect(isFound({ text: 'Trânsito', detail: 'SEMTRAN', search: 'Mobilidade' }, query)).toBe(found);
  expect(isFound({ text: 'Arquivo' }, query)).toBe(false);
});

it('what matchLetters finds contains the query', () => {
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
