import { type Change, COLLECTIONS } from '#contract/sync.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildUser, PEOPLE } from '../../../test/builders/build-people.ts';
import { openTestMirror, assertFolded, storeFolded } from '../../../test/builders/open-test-mirror.ts';
import { firstReading } from '../opening/open-mirror.ts';
import { documentIndexOf } from '../engine/document-index.ts';
import { advanceCursor } from './advance-cursor.ts';
import { applyPage } from './apply-page.ts';
import { COLLECTIONS_KNOWN } from '../store/position.ts';
import type { Position } from '../store/rows.ts';
import { readMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

const pending = buildDocumentRow({ stored_status: 'under_review', created_by: 7 });

it('drops what is in slices when an older version of the application, which knows none, has moved the position', async () => {
  await applyPage(
    mirror,
    buildPage(
      Array.from({ length: 30 }, (_none, at) => putDocument({ ...pending, id: at + 1, number: at + 1, rev: at + 1 })),
      { next_cursor: 'c2' },
    ),
  );
  expect(await mirror.slices.count()).toBeGreaterThan(0);
  const position = await readMeta(mirror, 'cursor');
  expect(position?.scopeEpoch).toBe('sliced e1');
  const later = { ...(await mirror.documents.get('s:7')), rev: 900 };
  await mirror.table('documents').put(later);
  await mirror.meta.put({ name: 'cursor', value: { value: 'c3', scopeEpoch: 'e1', snapshotDone: true } });
  expect(await documentIndexOf(mirror)).toHaveLength(30);
  expect(await firstReading(mirror)).toBeDefined();
  expect((await mirror.documents.toArray()).map(({ rev }) => rev)).toEqual([900]);
  expect(await documentIndexOf(mirror)).toHaveLength(1);
});

describe('the walk', () => {
  const row = (id: number) => putDocument({ ...pending, id, number: id, rev: 10 + id });
  const walkOf = (epoch: string, more: boolean) => ({ snapshot: true, has_more: more, scope_epoch: epoch });

  async function ids(): Promise<(number | null)[]> {
    return (await mirror.documents.toArray()).map((document) => document.serverId);
  }

  it('drops the rows that it did not meet once it is complete, but none that changed meanwhile', async () => {
    await applyPage(mirror, buildPage([row(1), row(2), row(3)], { next_cursor: 'c0' }));
    await applyPage(mirror, buildPage([row(1)], { ...walkOf('e1', true), next_cursor: 'w1' }));
    expect(await ids()).toEqual([1, 2, 3]);
    expect(await readMeta(mirror, 'cursor')).toMatchObject({ snapshotDone: false });
    await applyPage(mirror, buildPage([], { ...walkOf('e1', true), next_cursor: 'w2' }));
    await applyPage(mirror, buildPage([row(3)], { next_cursor: 'c9' }));
    expect(await ids()).toEqual([1, 3]);
    expect(await readMeta(mirror, 'cursor')).toEqual({
      value: 'c9',
      scopeEpoch: 'sliced e1',
      snapshotDone: true,
      collections: 8,
    });
    expect(await mirror.walk.count()).toBe(0);
  });

  it('is made again, in place, by a version that knows more collections than the one before', async () => {
    expect(COLLECTIONS_KNOWN).toBe(COLLECTIONS.length);
    await applyPage(mirror, buildPage([row(1), row(2)], { next_cursor: 'c0' }));
    const { collections: _known, ...before } = (await readMeta(mirror, 'cursor')) ?? {};
    await mirror.meta.put({ name: 'cursor', value: before as Position });
    const late = buildPage([row(3)], { next_cursor: 'c1' });
    expect(await advanceCursor(mirror, { ...buildPage([], { next_cursor: 'c1' }), asked: 'c0' })).toBe(false);
    expect(await applyPage(mirror, { ...late, asked: 'c0' })).toEqual({ more: true, scopeChanged: false });
    expect(await readMeta(mirror, 'cursor')).toBeUndefined();
    expect(await ids()).toEqual([1, 2, 3]);
    await applyPage(mirror, buildPage([row(1)], { ...walkOf('e1', true), next_cursor: 'w1' }));
    await applyPage(mirror, buildPage([row(3)], { next_cursor: 'c9' }));
    expect(await ids()).toEqual([1, 3]);
    expect(await readMeta(mirror, 'cursor')).toMatchObject({ value: 'c9', collections: COLLECTIONS_KNOWN });
  });

  it('starts over by itself when what may be seen has changed, and never touches the outbox', async () => {
    await applyPage(mirror, buildPage([row(1), row(2)]));
    const creation = buildCommand('create-document');
    await storeFolded(mirror, creation);
    await storeFolded(mirror, buildCommand('respond', { seq: 2, documentKey: 's:2' }));
    const said = await applyPage(mirror, buildPage([], { scope_epoch: 'e2' }));
    expect(said).toEqual({ more: true, scopeChanged: true });
    expect(await readMeta(mirror, 'cursor')).toBeUndefined();
    await applyPage(mirror, buildPage([row(1)], { ...walkOf('e2', false), next_cursor: 'c5' }));
    expect(await mirror.commands.count()).toBe(2);
    const documents = await mirror.documents.toArray();
    expect(documents.map((document) => [document.serverId, document.gone ?? false])).toEqual(
      expect.arrayContaining([
        [null, false],
        [1, false],
        [2, true],
      ]),
    );
  });

  it('shows a document whole again, at the same rev, that a walk had dropped while a command waited', async () => {
    await applyPage(mirror, buildPage([row(1), row(2)]));
    await storeFolded(mirror, buildCommand('respond', { documentKey: 's:2' }));
    await applyPage(mirror, buildPage([row(1)], { ...walkOf('e1', false), next_cursor: 'c5' }));
    expect((await mirror.documents.get('s:2'))?.gone).toBe(true);
    await applyPage(mirror, buildPage([row(1), row(2)], { ...walkOf('e1', false), next_cursor: 'c6' }));
    expect(await mirror.documents.get('s:2')).toMatchObject({ responsibles: [PEOPLE.bia], interactions_count: 1 });
    expect((await mirror.documents.get('s:2'))?.gone).toBeUndefined();
  });

  describe('takes a row at the same number', () => {
    const alert = (rev: number): Change => {
      const row = { id: 5, rev, title: 'Prazo', description: '', limit_date: '2026-11-30', status: 'active' as const };
      return { collection: 'alerts', op: 'put', id: 5, rev, row };
    };
    const gone = (rev: number): Change => ({ collection: 'alerts', op: 'delete', id: 5, rev });
    const user = (email?: string): Change => {
      const row = buildUser(PEOPLE.bia, email === undefined ? {} : { email });
      return { collection: 'users', op: 'put', id: row.id, rev: row.rev, row };
    };

    it('when its reader may see more of it than before, but not from the feed or out of order', async () => {
      await applyPage(mirror, buildPage([user()], { next_cursor: 'c1' }));
      await applyPage(mirror, buildPage([user('feed@example.test')], { next_cursor: 'c2' }));
      const late = buildPage([user('late@example.test')], walkOf('e1', false));
      await applyPage(mirror, { ...late, asked: 'c0' });
      expect((await mirror.users.get(8))?.email).toBeUndefined();
      await applyPage(mirror, { ...buildPage([user('bia@example.test')], walkOf('e1', false)), asked: 'c2' });
      expect((await mirror.users.get(8))?.email).toBe('bia@example.test');
    });

    it('when it had gone out of sight with that number, and is in sight again', async () => {
      await applyPage(mirror, buildPage([alert(3)]));
      await applyPage(mirror, buildPage([gone(4)]));
      await applyPage(mirror, buildPage([alert(4)]));
      expect(await mirror.alerts.count()).toBe(0);
      await applyPage(mirror, buildPage([alert(4)], walkOf('e1', false)));
      expect(await mirror.alerts.count()).toBe(1);
      expect(await mirror.tombstones.count()).toBe(0);
    });

    it('but never a row that was deleted after the page was read', async () => {
      await applyPage(mirror, buildPage([gone(4)]));
      await applyPage(mirror, buildPage([alert(3)], walkOf('e1', false)));
      expect(await mirror.alerts.count()).toBe(0);
      expect(await mirror.tombstones.count()).toBe(1);
    });
  });

  it('continues at the same place after the page was killed between two pages', async () => {
    await applyPage(mirror, buildPage([row(1)], { ...walkOf('e1', true), next_cursor: 'w1' }));
    const name = mirror.name;
    mirror.close();
    await mirror.open();
    expect(mirror.name).toBe(name);
    await applyPage(mirror, buildPage([row(2)], { ...walkOf('e1', false), next_cursor: 'w2' }));
    expect(await ids()).toEqual([1, 2]);
  });

  it('a page asked for with an old cursor counts by its rows only, and moves no cursor', async () => {
    await applyPage(mirror, { ...buildPage([row(1)], { next_cursor: 'c1' }), asked: 'c0' });
    await applyPage(mirror, { ...buildPage([row(2)], { next_cursor: 'c2' }), asked: 'c1' });
    const late = { ...buildPage([row(3)], { next_cursor: 'c1b' }), asked: 'c0' };
    expect(await applyPage(mirror, late)).toMatchObject({ more: true });
    expect(await ids()).toEqual([1, 2, 3]);
    expect((await readMeta(mirror, 'cursor'))?.value).toBe('c2');
  });

  describe('that fills an empty mirror', () => {
    const filling = (more: boolean, next: string) => ({ ...walkOf('e1', more), next_cursor: next });

    beforeEach(async () => {
      for (const table of [mirror.users, mirror.organizations, mirror.document_subjects]) await table.clear();
      await mirror.meta.delete('cursor');
      await applyPage(mirror, { ...buildPage([row(3)], filling(true, 'w1')), asked: null });
    });

    it('keeps what it brought, and notes no row as met', async () => {
      expect(await mirror.walk.count()).toBe(0);
      await applyPage(mirror, { ...buildPage([row(2)], filling(true, 'w2')), asked: 'w1' });
      expect(await mirror.walk.count()).toBe(0);
      await applyPage(mirror, { ...buildPage([row(1)], filling(false, 'w3')), asked: 'w2' });
      expect(await ids()).toEqual([1, 2, 3]);
      expect(await readMeta(mirror, 'cursor')).toEqual({
        value: 'w3',
        scopeEpoch: 'sliced e1',
        snapshotDone: true,
        collections: 8,
      });
    });

    it('takes nothing of a page that came late, which may show what the person no longer sees', async () => {
      const late = { ...buildPage([row(9)], filling(true, 'w1')), asked: null };
      expect(await applyPage(mirror, late)).toEqual({ more: true, scopeChanged: false });
      expect(await ids()).toEqual([3]);
    });

    it('begins anew and drops what the new scope does not show, when that changes', async () => {
      const changed = { ...buildPage([row(2)], { ...filling(true, 'w2'), scope_epoch: 'e2' }), asked: 'w1' };
      expect(await applyPage(mirror, changed)).toEqual({ more: true, scopeChanged: true });
      const again = { ...walkOf('e2', false), next_cursor: 'v1' };
      await applyPage(mirror, { ...buildPage([row(1)], again), asked: null });
      expect(await ids()).toEqual([1]);
    });

    it('is begun anew by an older application, which would drop what is not noted as met', async () => {
      expect((await readMeta(mirror, 'cursor'))?.scopeEpoch).not.toBe('e1');
    });
  });
});
