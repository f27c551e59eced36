import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyFetched } from '#mirror/apply/apply-fetched.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { FETCHED_DAYS, olderRows } from '#mirror/apply/older-rows.ts';
import { pinDocument } from '#mirror/keep/cached-files.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { documentIndexOf } from '#mirror/engine/document-index.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { buildCommand, buildReceipt } from '../../test/builders/build-command.ts';
import { buildDetails } from '../../test/builders/build-document.ts';
import { BOUND, buildOlderRow } from '../../test/builders/build-older.ts';
import { buildPage, putDocument } from '../../test/builders/build-page.ts';
import { COPY_CASES } from '../../test/builders/copy-cases.ts';
import { NOW_MS } from '../../test/builders/moments.ts';
import { assertFolded, openTestMirror, storeFolded } from '../../test/builders/open-test-mirror.ts';
import { trimCopy } from './tidy-done.ts';

const DAY_MS = 86_400_000;

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

const ids = async () =>
  (await mirror.documents.toArray()).map(({ serverId }) => serverId).toSorted((a, b) => Number(a) - Number(b));
const older = (id: number) => buildOlderRow({ id, number: id, rev: id });
const bring = (count: number) =>
  applyPage(
    mirror,
    buildPage(
      Array.from({ length: count }, (_none, at) => putDocument(older(at + 1))),
      { bounded: BOUND },
    ),
  );
const move = (since: string) => applyPage(mirror, buildPage([], { bounded: { ...BOUND, since } }));

describe('letting go of what a bounded copy leaves out', () => {
  it('keeps exactly the documents of the domain’s predicate, in every case', async () => {
    const rows = COPY_CASES.map((one, at) =>
      buildOlderRow({
        id: at + 1,
        number: at + 1,
        rev: at + 1,
        stored_status: one.storedStatus,
        created_at: new Date(one.createdMs).toISOString(),
        last_activity_at: new Date(one.lastActivityMs).toISOString(),
      }),
    );
    await applyPage(mirror, buildPage(rows.map(putDocument), { bounded: BOUND }));
    await trimCopy(mirror, NOW_MS);
    expect(await ids()).toEqual(COPY_CASES.flatMap(({ isIn }, at) => (isIn ? [at + 1] : [])));
    expect(await documentIndexOf(mirror)).toHaveLength((await ids()).length);
  });

  it('keeps what somebody works with: acts, drafts, pins, receipts, what was opened or fetched lately', async () => {
    await bring(8);
    await storeFolded(mirror, buildCommand('respond', { documentKey: 's:1' }));
    await mirror.drafts.put({
      id: replyDraftOf('s:2'),
      fields: { content: '<p>a</p>' },
      fileIds: [],
      savedAtMs: NOW_MS,
    });
    await pinDocument(mirror, { id: 3, isPinned: true });
    await mirror.receipts.put({ key: 'r', documentId: 4, receipt: buildReceipt(), check: 'valid' });
    await applyDetails(mirror, [buildDetails(older(5)), buildDetails(older(6))]);
    await mirror.details.update('s:5', { openedAtMs: NOW_MS - 179 * DAY_MS });
    await mirror.details.update('s:6', { openedAtMs: NOW_MS - 181 * DAY_MS });
    await applyFetched(mirror, { rows: [older(7)], nowMs: NOW_MS - (FETCHED_DAYS - 1) * DAY_MS });
    await trimCopy(mirror, NOW_MS);
    expect(await ids()).toEqual([1, 2, 3, 4, 5, 7]);
    expect(await mirror.details.toCollection().primaryKeys()).toEqual(['s:5']);
    expect((await mirror.commands.toArray()).map(({ state }) => state)).toEqual(['queued']);

    await move('2024-11-22');
    await trimCopy(mirror, NOW_MS + 2 * DAY_MS);
    expect(await ids()).toEqual([1, 2, 3, 4]);
    expect((await olderRows(mirror)).fetched.size).toBe(0);
  });

  it('happens once for each day that the server names, and in slices', async () => {
    await bring(450);
    await trimCopy(mirror, NOW_MS);
    expect(await ids()).toEqual([]);
    await applyPage(mirror, buildPage([putDocument(older(1))]));
    await trimCopy(mirror, NOW_MS);
    expect(await ids()).toEqual([1]);
    await move('2024-11-21');
    await trimCopy(mirror, NOW_MS);
    expect(await ids()).toEqual([]);
  });

  it('leaves a whole copy alone, and one that is still being made', async () => {
    await applyPage(mirror, buildPage([putDocument(older(1))]));
    await trimCopy(mirror, NOW_MS);
    expect(await ids()).toEqual([1]);
    const walking = { snapshot: true, has_more: true, bounded: BOUND, next_cursor: 'w1' };
    await applyPage(mirror, buildPage([], walking));
    await trimCopy(mirror, NOW_MS);
    expect(await ids()).toEqual([1]);
  });
});
