// The sentence of the import screen names the columns that the server reads.

import { expect, it } from 'vitest';
import { IMPORT } from '../src/app/text/manage/users.ts';
import { PERSON_COLUMNS, SECTOR_COLUMNS, titlesOf } from '../src/server/import/read-sheet.ts';

it.each([
  ['people', IMPORT.columns.people, titlesOf(PERSON_COLUMNS)],
  ['sectors', IMPORT.columns.sectors, titlesOf(SECTOR_COLUMNS)],
])('the columns of %s are named in their order', (_what, sentence, titles) => {
  const named = sentence.slice('Colunas: '.length, sentence.indexOf('. '));
  expect(named.split(/, | e /).map((title) => title.replace(/ \(.*\)$/, ''))).toEqual(titles);
});
