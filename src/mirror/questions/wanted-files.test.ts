import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildDetails, buildDocumentRow, buildInteraction } from '../../../test/builders/build-document.ts';
import { buildPage, deleteDocument, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW, NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyDetails } from '../apply/apply-details.ts';
import { applyPage } from '../apply/apply-page.ts';
import { CACHE_DAYS, cachedFileOf, cacheServerFile, dropUnused, pinDocument, trimCache } from '../keep/cached-files.ts';
import { trimDetails } from '../keep/trim-details.ts';
import type { Mirror } from '../store/schema.ts';
import { wantedFiles } from './wanted-files.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(() => mirror.delete());

const DAY_MS = 24 * 3_600_000;
const now = { last_activity_at: NOW };
const fileOf = (id: number) => ({
  id,
  name: `${id}.pdf`,
  mime_type: 'application/pdf',
  size: 10,
  sha256: 'a'.repeat(64),
});
const wanted = async () =>
  (await wantedFiles(mirror, { userId: PEOPLE.ana.id, organizationId: SECTORS.works.id, nowMs: NOW_MS })).map(
    ({ serverFileId, isPinned }) => (isPinned ? `${serverFileId} pinned` : String(serverFileId)),
  );

/** Documents with a file whose id is ten times the document's. */
async function putDocuments(rows: ReturnType<typeof buildDocumentRow>[]): Promise<void> {
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  await applyDetails(
    mirror,
    rows.map((row) => buildDetails(row, { files: [fileOf(row.id * 10)] })),
  );
}

function keep(serverFileId: number, nowMs = NOW_MS) {
  const blob = new Blob([new Uint8Array(10)]);
  return cacheServerFile(mirror, { serverFileId, name: 'a.pdf', mime: 'application/pdf', blob, nowMs });
}

it('files of open documents are wanted that are with the person, then those with the sector, and no others', async () => {
  await putDocuments([
    buildDocumentRow({ id: 1, ...now }),
    buildDocumentRow({ id: 2, ...now, organizations: [SECTORS.works] }),
    buildDocumentRow({ id: 3, ...now, responsibles: [PEOPLE.ana] }),
    buildDocumentRow({ id: 4, ...now, responsibles: [PEOPLE.ana], stored_status: 'completed', status: 'completed' }),
    buildDocumentRow({ id: 5, responsibles: [PEOPLE.ana], last_activity_at: '2020-01-01T00:00:00.000Z' }),
  ]);
  expect(await wanted()).toEqual(['30', '20']);
});

it('files of replies are wanted too, and files that are on the device are not', async () => {
  const row = buildDocumentRow({ id: 3, ...now, responsibles: [PEOPLE.ana] });
  await applyPage(mirror, buildPage([putDocument(row)]));
  await applyDetails(mirror, [
    buildDetails(row, { files: [fileOf(30)], interactions: [buildInteraction({ files: [fileOf(31)] })] }),
  ]);
  await keep(30);
  expect(await wanted()).toEqual(['31']);
});

it('a pinned document comes first whatever its state, and neither its details nor its files are trimmed', async () => {
  const old = {
    stored_status: 'completed',
    status: 'completed',
    last_activity_at: '2020-01-01T00:00:00.000Z',
  } as const;
  await putDocuments([
    buildDocumentRow({ id: 3, ...now, responsibles: [PEOPLE.ana] }),
    buildDocumentRow({ id: 6, ...old }),
  ]);
  await pinDocument(mirror, { id: 6, isPinned: true });
  expect(await wanted()).toEqual(['60 pinned', '30']);

  await keep(60, NOW_MS - (CACHE_DAYS + 1) * DAY_MS);
  await keep(30, NOW_MS - (CACHE_DAYS + 1) * DAY_MS);
  await keep(99);
  await trimDetails(mirror, NOW_MS);
  await dropUnused(mirror, NOW_MS);
  expect(await wanted()).toEqual(['30']);
  await trimCache(mirror, 10);
  expect(await cachedFileOf(mirror, 60)).toBeDefined();
  expect(await cachedFileOf(mirror, 99)).toBeUndefined();

  await pinDocument(mirror, { id: 6, isPinned: false });
  await dropUnused(mirror, NOW_MS);
  expect(await cachedFileOf(mirror, 60)).toBeUndefined();
});

it('the files of a document that the person no longer sees leave the device with it', async () => {
  await putDocuments([buildDocumentRow({ id: 3, rev: 5, ...now })]);
  await keep(30);
  await applyPage(mirror, buildPage([deleteDocument(3, 6)], { next_cursor: 'c2' }));
  expect(await mirror.files.count()).toBe(0);
  expect(await mirror.chunks.count()).toBe(0);
});
