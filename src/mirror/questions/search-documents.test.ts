import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import type { Mirror } from '../store/schema.ts';
import { searchDocuments } from './search-texts.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(() => mirror.delete());

test('an older document with the word in its title comes before newer ones that name it elsewhere, also beyond the limit', async () => {
  const rows = Array.from({ length: 8 }, (_, index) =>
    buildDocumentRow({
      id: index + 1,
      number: index + 1,
      title: index === 0 ? 'Ponte do Ipê' : 'Ofício',
      tags: [{ title: 'ponte', type: 'keyword', user_id: null }],
      created_at: `2026-11-0${index + 1}T12:00:00Z`,
    }),
  );
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  const person = { userId: PEOPLE.ana.id, superAdmin: false, acronym: 'PMVI' };
  const { found, total } = await searchDocuments(mirror, { text: 'ponte', person, today: '2026-11-22', limit: 3 });
  expect(total).toBe(8);
  expect(found.map(({ document, foundIn }) => [document.number, foundIn])).toEqual([
    [1, 'title'],
    [8, 'other'],
    [7, 'other'],
  ]);
});
