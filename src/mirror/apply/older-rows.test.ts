// Documents that a bounded copy leaves out (S110): a walk does not drop them unasked, and they come
// by a search of the server.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow, buildFull } from '../../../test/builders/build-document.ts';
import { BOUND, buildOlderRow } from '../../../test/builders/build-older.ts';
import { buildPage, deleteDocument, putDocument } from '../../../test/builders/build-page.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { assertFolded, openTestMirror, storeFolded } from '../../../test/builders/open-test-mirror.ts';
import { copyBoundOf } from '../questions/cover.ts';
import { wantedDetails } from '../questions/wanted-details.ts';
import { readMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';
import { advanceCursor } from './advance-cursor.ts';
import { applyFetched, applyFetchedWhole } from './apply-fetched.ts';
import { applyPage } from './apply-page.ts';
import { olderRows, settleOlder } from './older-rows.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

const ids = async () =>
  (await mirror.documents.toArray()).flatMap(({ serverId }) => serverId ?? []).toSorted((a, b) => a - b);
const open = (id: number) => buildDocumentRow({ id, number: id, rev: 10 + id, stored_status: 'under_review' });
const older = (id: number) => buildOlderRow({ id, number: id, rev: 10 + id });
const walk = (epoch: string, more: boolean) => ({ snapshot: true, has_more: more, scope_epoch: epoch });

/** A bounded copy of documents 1 and 2, with 51 to 53, which it leaves out. */
async function fill(): Promise<void> {
  const first = { ...walk('e1', true), bounded: BOUND };
  await applyPage(mirror, buildPage([open(1), open(2)].map(putDocument), { ...first, next_cursor: 'w1' }));
  await applyPage(mirror, buildPage([], { next_cursor: 'c1' }));
  await applyFetched(mirror, { rows: [51, 52, 53].map(older), nowMs: NOW_MS });
  expect(await ids()).toEqual([1, 2, 51, 52, 53]);
}

describe('how far the copy reaches', () => {
  it('is known from the first page of a walk on, moves with the page that says so, and ends where a whole walk begins', async () => {
    expect(await copyBoundOf(mirror)).toBeNull();
    await applyPage(
      mirror,
      buildPage([putDocument(open(1))], { ...walk('e1', true), bounded: BOUND, next_cursor: 'w1' }),
    );
    expect(await copyBoundOf(mirror)).toEqual(BOUND);
    await applyPage(mirror, buildPage([], { next_cursor: 'c1' }));
    expect(await copyBoundOf(mirror)).toEqual(BOUND);

    const nothingNew = buildPage([], { next_cursor: 'c2' });
    expect(await advanceCursor(mirror, { ...nothingNew, asked: 'c1' })).toBe(true);
    expect(await copyBoundOf(mirror)).toEqual(BOUND);
    const moved = { ...BOUND, since: '2024-11-21' };
    const page = { ...buildPage([], { next_cursor: 'c3', bounded: moved }), asked: 'c2' };
    expect(await advanceCursor(mirror, page)).toBe(false);
    await applyPage(mirror, page);
    expect(await copyBoundOf(mirror)).toEqual(moved);

    await applyPage(mirror, buildPage([putDocument(open(1))], { ...walk('e1', true), next_cursor: 'w2' }));
    expect(await copyBoundOf(mirror)).toBeNull();
  });
});

describe('a walk in place of a bounded copy', () => {
  it('drops what is out of sight within the copy, and asks for older documents by their ids before it drops them', async () => {
    await fill();
    await storeFolded(mirror, buildCommand('respond', { documentKey: 's:53' }));
    const walking = { ...walk('e2', true), bounded: BOUND };
    await applyPage(mirror, buildPage([], { ...walking, next_cursor: 'w1' }));
    await applyPage(mirror, buildPage([putDocument(open(1))], { ...walking, next_cursor: 'w2' }));
    await applyPage(mirror, buildPage([], { scope_epoch: 'e2', next_cursor: 'c9' }));
    expect(await ids()).toEqual([1, 51, 52, 53]);

    const wanted = () => wantedDetails(mirror, { userId: 7, limit: 3, nowMs: NOW_MS, skip: new Set() });
    const { ids: asked, rows } = await wanted();
    expect(new Set(asked)).toEqual(new Set([51, 52, 53]));
    expect(rows).toBe('full');
    await settleOlder(mirror, { asked, seen: [51] });
    expect(await ids()).toEqual([1, 51, 53]);
    // One with work that waits stays as number and title, in no list.
    expect(await mirror.documents.get('s:53')).toMatchObject({ gone: true, responsibles: [] });
    expect((await olderRows(mirror)).unverified).toEqual(new Set());
    expect((await wanted()).ids).not.toContain(51);
  });

  it('a whole walk drops them at once', async () => {
    await fill();
    await applyPage(mirror, buildPage([putDocument(open(1))], { ...walk('e1', true), next_cursor: 'w1' }));
    await applyPage(mirror, buildPage([putDocument(older(51))], { ...walk('e1', true), next_cursor: 'w2' }));
    await applyPage(mirror, buildPage([], { next_cursor: 'c9' }));
    expect(await ids()).toEqual([1, 51]);
  });

  it('answers to questions for other documents drop nothing', async () => {
    await fill();
    await settleOlder(mirror, { asked: [51, 52], seen: [] });
    expect(await ids()).toEqual([1, 2, 51, 52, 53]);
  });
});

describe('documents that the server was searched for', () => {
  it('count by their number of change: an older row changes nothing, and a deletion stays', async () => {
    await fill();
    await applyPage(mirror, buildPage([putDocument({ ...older(51), rev: 90, title: 'Novo' }), deleteDocument(52, 91)]));
    await applyFetched(mirror, { rows: [older(51), older(52), older(54)], nowMs: NOW_MS + 1 });
    expect(await ids()).toEqual([1, 2, 51, 53, 54]);
    expect(await mirror.documents.get('s:51')).toMatchObject({ title: 'Novo', rev: 90 });
    expect((await olderRows(mirror)).fetched.get(54)).toBe(NOW_MS + 1);
    expect(await readMeta(mirror, 'cursor')).toMatchObject({ value: 'c1', snapshotDone: true });
  });

  it('a command that waits stays folded over the row that comes', async () => {
    await fill();
    await storeFolded(mirror, buildCommand('respond', { documentKey: 's:51' }));
    await applyFetched(mirror, { rows: [{ ...older(51), rev: 99, title: 'Novo' }], nowMs: NOW_MS });
    expect(await mirror.documents.get('s:51')).toMatchObject({ title: 'Novo', pencil: { mayBeRefused: true } });
  });

  it('are not taken while the first copy is being made', async () => {
    const empty = await openTestMirror();
    await empty.meta.delete('cursor');
    await Promise.all([empty.users, empty.organizations, empty.document_subjects].map((table) => table.clear()));
    const first = { ...walk('e1', true), bounded: BOUND, next_cursor: 'w1' };
    await applyPage(empty, buildPage([putDocument(open(1))], first));
    expect(await applyFetched(empty, { rows: [older(51)], nowMs: NOW_MS })).toBe(false);
    expect(await empty.documents.count()).toBe(1);
    await applyPage(empty, buildPage([], { next_cursor: 'c1' }));
    expect(await applyFetched(empty, { rows: [older(51)], nowMs: NOW_MS })).toBe(true);
    expect(await empty.documents.count()).toBe(2);
    await empty.delete();
  });

  it('an opened one comes with its details; a newer row stays', async () => {
    await fill();
    await applyFetchedWhole(mirror, { document: buildFull(older(60)), nowMs: NOW_MS });
    expect(await mirror.documents.get('s:60')).toMatchObject({ serverId: 60, stored_status: 'completed' });
    expect(await mirror.details.get('s:60')).toMatchObject({ content: buildDetails(older(60)).content });
    await applyPage(mirror, buildPage([putDocument({ ...older(60), rev: 200, title: 'Depois' })]));
    await applyFetchedWhole(mirror, { document: buildFull({ ...older(60), rev: 150 }), nowMs: NOW_MS });
    expect(await mirror.documents.get('s:60')).toMatchObject({ rev: 200, title: 'Depois' });
  });

  it('nothing is stored for a person who has left', async () => {
    await fill();
    const session = await mirror.meta.get('session');
    await mirror.meta.delete('session');
    expect(await applyFetched(mirror, { rows: [older(70)], nowMs: NOW_MS })).toBe(false);
    await applyFetchedWhole(mirror, { document: buildFull(older(71)), nowMs: NOW_MS });
    expect(await ids()).toEqual([1, 2, 51, 52, 53]);
    if (session !== undefined) await mirror.meta.put(session);
  });
});
