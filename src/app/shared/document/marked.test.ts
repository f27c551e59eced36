import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedParts } from './marked.tsx';

const marked = (text: string, query: string) =>
  markedParts(text, query)
    .map(({ words, isMatch }) => (isMatch ? `[${words}]` : words))
    .join('');

test.each([
  ['Troca de luminárias na Praça do Ipê', 'prac', 'Troca de luminárias na [Praç]a do Ipê'],
  ['Troca de luminárias na Praça do Ipê', 'IPE luminarias', 'Troca de [luminárias] na Praça do [Ipê]'],
  ['Rua das Aroeiras', 'zzz', 'Rua das Aroeiras'],
  ['', 'rua', ''],
])('in "%s" the search "%s" marks %s', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
});

test('whatever is searched, the parts of a marked text together are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      expect(
        markedParts(text, query)
          .map((part) => part.words)
          .join(''),
      ).toBe(text);
    }),
  );
});
