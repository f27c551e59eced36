import { expect, test } from 'vitest';
import { joined } from './grammar.ts';

test.each([
  [[], ''],
  [['texto'], 'texto'],
  [['responsável', 'data limite'], 'responsável e data limite'],
  [['responsável', 'data limite', 'texto'], 'responsável, data limite e texto'],
])('%j is said as %j', (words, sentence) => {
  expect(joined(words)).toBe(sentence);
});
