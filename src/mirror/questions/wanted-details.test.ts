import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { countRows } from '../../../test/builders/count-rows.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyDetails } from '../apply/apply-details.ts';
import { applyPage } from '../apply/apply-page.ts';
import { pinDocument } from '../keep/cached-files.ts';
import { trimDetails } from '../keep/trim-details.ts';
import { Mirror } from '../store/schema.ts';
import { markOpened } from '../engine/changes.ts';
import { wantedDetails } from './wanted-details.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(() => mirror.delete());

const over = { stored_status: 'completed', last_activity_at: '2020-01-01T00:00:00.000Z' } as const;
const wanted = async () => (await wantedDetails(mirror, { userId: 7, limit: 50, nowMs: NOW_MS, skip: new Set() })).ids;

it('the first wanted details may name a command whose answer was lost, however old the document', async () => {
  const rows = [
    buildDocumentRow({ id: 1, created_by: 7 }),
    buildDocumentRow({ id: 2, ...over }),
    buildDocumentRow({ id: 3, ...over }),
  ];
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  await mirror.commands.put(buildCommand('respond', { documentKey: 's:3', state: 'unknown' }));
  expect(await wanted()).toEqual([3, 1]);
});

it('the first wanted details are also those of a document in conflict, whose author decides by them', async () => {
  const rows = [buildDocumentRow({ id: 1, created_by: 7 }), buildDocumentRow({ id: 2, ...over })];
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  await mirror.commands.put(buildCommand('respond', { documentKey: 's:2', state: 'conflict' }));
  expect(await wanted()).toEqual([2, 1]);
});

it('the details of a pinned document are wanted, however old the document', async () => {
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ id: 2, ...over }))]));
  expect(await wanted()).toEqual([]);
  await pinDocument(mirror, { id: 2, isPinned: true });
  expect(await wanted()).toEqual([2]);
});

it('wanted details follow those that come, are outdated, opened and dropped', async () => {
  const old = [1, 2, 3].map((id) => buildDocumentRow({ id, rev: 5, ...over }));
  await applyPage(mirror, buildPage([...old, buildDocumentRow({ id: 4, rev: 5 })].map(putDocument)));
  expect(await wanted()).toEqual([4]);
  await applyDetails(
    mirror,
    [1, 2, 4].map((id) => buildDetails(buildDocumentRow({ id, rev: 5 }))),
  );
  expect(await wanted()).toEqual([]);
  await markOpened(mirror, { key: 's:1', atMs: NOW_MS });
  await applyPage(mirror, buildPage([1, 2, 4].map((id) => putDocument(buildDocumentRow({ id, rev: 6, ...over })))));
  expect(await wanted()).toEqual([1]);
  await applyDetails(mirror, [buildDetails(buildDocumentRow({ id: 1, rev: 6 }))]);
  expect(await wanted()).toEqual([]);
  await trimDetails(mirror, NOW_MS + 400 * 24 * 3_600_000);
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ id: 1, rev: 7 }))]));
  expect(await wanted()).toEqual([1]);
});

it('a hint reads the rows that changed since the last one, not the tables', async () => {
  const ids = Array.from({ length: 300 }, (_, index) => index + 1);
  await applyPage(mirror, buildPage(ids.map((id) => putDocument(buildDocumentRow({ id, rev: 5 })))));
  await applyDetails(
    mirror,
    ids.map((id) => buildDetails(buildDocumentRow({ id, rev: 5 }))),
  );
  expect(await wanted()).toEqual([]);
  const read = countRows(mirror, ['documents', 'details', 'commands']);
  for (let hint = 0; hint < 5; hint += 1) await wanted();
  expect(read()).toEqual({ documents: 0, details: 0, commands: 0 });
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ id: 7, rev: 6 }))]));
  const since = countRows(mirror, ['documents', 'details', 'commands']);
  expect(await wanted()).toEqual([7]);
  expect(since()).toEqual({ documents: 0, details: 0, commands: 0 });
  // What another tab writes is read.
  const other = new Mirror(mirror.name);
  await applyPage(other, buildPage([putDocument(buildDocumentRow({ id: 8, rev: 6 }))]));
  expect(await wanted()).toEqual([8, 7]);
  expect(since()).toEqual({ documents: 1, details: 0, commands: 0 });
  other.close();
});
