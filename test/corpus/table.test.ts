import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFolder } from './read-folder.ts';
import { isWrong, type Row, tableOf, totalsOf, wrongIn } from './table.ts';
import type { ViewerResult } from './view.ts';

const fine: ViewerResult = {
  drawn: { whole: 2, of: 2 },
  popplerPages: 2,
  largest: { difference: 0.01, place: 1 },
  said: [],
};

it.each<[string, Partial<ViewerResult>, string | null]>([
  ['as poppler draws it', {}, null],
  ['a page that differs', { largest: { difference: 0.2, place: 2 } }, 'page 2 differs'],
  ['fewer pages than poppler counts', { drawn: { whole: 1, of: 1 } }, 'another number of pages'],
  ['a page that is missing and told', { drawn: { whole: 1, of: 2 }, said: ['Parte'] }, null],
  ['a page that is missing without a word', { drawn: { whole: 1, of: 2 } }, 'a page is missing without a word'],
  ['a file that is told not to open', { drawn: null, popplerPages: null, said: ['senha'] }, null],
  ['a file that opens as nothing', { drawn: null, popplerPages: null }, 'no page and no word'],
  ['a file that poppler can not open', { popplerPages: null, largest: null }, null],
])('%s', (_what, more, wrong) => {
  expect(wrongIn({ ...fine, ...more })).toBe(wrong);
});

it('each file has its line, whatever its name, and the totals count them', () => {
  const rows: Row[] = [
    { kind: 'taken', name: 'a/um.pdf', size: 10, keptAs: 'um.pdf', viewed: fine },
    { kind: 'taken', name: 'dois.doc', size: 11, keptAs: 'dois.docx', viewed: null },
    { kind: 'refused', name: 'três\n|.mp3', size: 1, why: 'Tipo de arquivo não aceito.' },
    { kind: 'failed', name: 'quatro.pdf', size: 0, why: 'Error: ENOENT' },
  ];
  expect(tableOf(rows).split('\n').slice(2)).toEqual([
    '| a/um.pdf | 10 | taken |  | 2 of 2 / 2 | 0.0100 (page 1) |',
    '| dois.doc | 11 | taken | kept as dois.docx |  |  |',
    '| três \\|.mp3 | 1 | refused | Tipo de arquivo não aceito. |  |  |',
    '| quatro.pdf | 0 | FAILED | Error: ENOENT |  |  |',
  ]);
  expect(totalsOf(rows)).toContain('4 files: 2 taken, 1 refused, 1 failed.');
  expect(rows.map(isWrong)).toEqual([false, false, false, true]);
});

it('a folder is read with the folders in it, any bytes in a name, and links that lead nowhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'malote-folder-'));
  try {
    await writeFile(Buffer.concat([Buffer.from(`${folder}/la`), Buffer.from([0xe7]), Buffer.from('.pdf')]), 'x');
    await symlink('/nowhere/at/all', join(folder, 'link.pdf'));
    await symlink(folder, join(folder, 'circle'));
    const found = await readFolder(folder);
    expect(found.map(({ name }) => name)).toEqual(['la\ufffd.pdf', 'link.pdf']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
