import { expect, test } from 'vitest';
import { distinctNames } from './zip-names.ts';

test('two files with the same name get different names in a ZIP', () => {
  expect(distinctNames(['ata.pdf', 'Ata.pdf', 'ata.pdf', 'a/b.txt'])).toEqual([
    'ata.pdf',
    'Ata (2).pdf',
    'ata (3).pdf',
    'a-b.txt',
  ]);
});
