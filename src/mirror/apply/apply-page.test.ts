import type { Change } from '#contract/sync.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, deleteDocument, putDocument } from '../../../test/builders/build-page.ts';
import { buildUser, PEOPLE } from '../../../test/builders/build-people.ts';
import { openTestMirror, assertFolded } from '../../../test/builders/open-test-mirror.ts';
import { applyDetails } from './apply-details.ts';
import { applyPage } from './apply-page.ts';
import { keepFile } from '../keep/files.ts';
import { readMeta } from '../store/meta.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { refold } from '../fold/refold.ts';
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

async function wait(command: OutboxCommand): Promise<void> {
  await mirror.commands.put(command);
  await mirror.transaction('rw', mirror.tables, async () => refold(mirror, command.documentKey));
}

/** Everything in the mirror, for comparison. */
async function everything(): Promise<Record<string, unknown[]>> {
  const rows = await Promise.all(
    mirror.tables.map(async (table) => [table.name, (await table.toArray()) as unknown[]] as const),
  );
  return Object.fromEntries(rows.map(([name, all]) => [name, name === 'meta' ? withoutVersion(all) : all]));
}

/** The note of what changed counts transactions; it is no content. */
function withoutVersion(rows: unknown[]): unknown[] {
  return rows.filter((row) => (row as { name: string }).name !== 'documentChanges');
}

describe('rows', () => {
  it('writes documents, people and cursor, and the same page again changes nothing', async () => {
    const user = buildUser({ ...PEOPLE.bia, name: 'Beatriz' }, { rev: 5 });
    const page = buildPage([
      putDocument(pending),
      { collection: 'users', op: 'put', id: user.id, rev: user.rev, row: user },
    ]);
    await applyPage(mirror, page);
    const once = await everything();
    expect(await mirror.documents.get('s:1')).toMatchObject({ serverId: 1, number: 42, title: pending.title });
    expect((await mirror.users.get(8))?.name).toBe('Beatriz');
    expect(await readMeta(mirror, 'cursor')).toEqual({ value: 'c1', scopeEpoch: 'e1', snapshotDone: true });
    await applyPage(mirror, page);
    expect(await everything()).toEqual(once);
  });

  it('takes only a greater rev, also for deleted rows, so that late pages change nothing', async () => {
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 20, title: 'Nova' })]));
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 19, title: 'Velha' })]));
    expect((await mirror.documents.get('s:1'))?.title).toBe('Nova');
    await applyPage(mirror, buildPage([deleteDocument(1, 25)]));
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 20 })]));
    expect(await mirror.documents.count()).toBe(0);
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 30 })]));
    expect(await mirror.documents.count()).toBe(1);
  });

  it('ends with the same rows whatever the order and repetition of pages', async () => {
    const pages = [
      buildPage([putDocument({ ...pending, rev: 11, title: 'A' })]),
      buildPage([deleteDocument(1, 13)]),
      buildPage([
        putDocument({ ...pending, rev: 15, title: 'B' }),
        putDocument({ ...pending, id: 2, number: 43, rev: 12 }),
      ]),
      buildPage([putDocument({ ...pending, id: 2, number: 43, rev: 14, title: 'C' })]),
    ];
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 2, 1, 3, 0],
    ]) {
      await Promise.all([mirror.documents.clear(), mirror.tombstones.clear()]);
      for (const index of order) await applyPage(mirror, pages[index] ?? buildPage([]));
      const titles = (await mirror.documents.toArray()).map((row) => [row.key, row.title, row.rev]);
      expect(titles).toEqual([
        ['s:1', 'B', 15],
        ['s:2', 'C', 14],
      ]);
    }
  });

  it('writes nothing at all when it is cut off in the middle, cursor included', async () => {
    await applyPage(mirror, buildPage([putDocument(pending)]));
    await wait(buildCommand('respond'));
    const before = await everything();
    const page = buildPage([putDocument({ ...pending, rev: 12 }), putDocument({ ...pending, id: 2, number: 43 })]);
    const fail = () => {
      throw new Error('cut off');
    };
    const cuts = [
      {
        on: () => mirror.documents.hook('creating', fail),
        off: () => mirror.documents.hook('creating').unsubscribe(fail),
      },
      { on: () => mirror.bases.hook('updating', fail), off: () => mirror.bases.hook('updating').unsubscribe(fail) },
      { on: () => mirror.meta.hook('updating', fail), off: () => mirror.meta.hook('updating').unsubscribe(fail) },
    ];
    for (const cut of cuts) {
      cut.on();
      await expect(applyPage(mirror, page)).rejects.toThrow('cut off');
      cut.off();
      expect(await everything()).toEqual(before);
    }
    await applyPage(mirror, page);
    expect(await mirror.documents.count()).toBe(2);
  });
});

describe('folded views', () => {
  it('folds waiting commands over the new row in the same transaction, and keeps the row apart', async () => {
    await applyPage(mirror, buildPage([putDocument(pending)]));
    await wait(buildCommand('complete-document'));
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 12, title: 'Outro título' })]));
    expect(await mirror.documents.get('s:1')).toMatchObject({
      title: 'Outro título',
      stored_status: 'completed',
      rev: 12,
    });
    expect((await mirror.bases.get('s:1'))?.row).toMatchObject({ stored_status: 'under_review', rev: 12 });
  });

  it('shows a new name in documents made here', async () => {
    await wait(buildCommand('create-document'));
    const user = buildUser({ ...PEOPLE.bia, name: 'Beatriz' }, { rev: 9 });
    await applyPage(mirror, buildPage([{ collection: 'users', op: 'put', id: 8, rev: 9, row: user }]));
    expect((await mirror.documents.get(uuid(1)))?.responsibles[0]?.name).toBe('Beatriz');
  });

  it('acknowledges a creation whose answer was lost: there is one document, in ink, under its old key', async () => {
    const creation = buildCommand('create-document', { state: 'unknown' });
    await wait(creation);
    await wait(buildCommand('respond', { seq: 2, documentKey: creation.id }));
    await applyPage(mirror, buildPage([putDocument({ ...pending, command_id: creation.id })]));
    const documents = await mirror.documents.toArray();
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatchObject({ key: creation.id, serverId: 1, pencil: { document: false, replies: 1 } });
    const command = await mirror.commands.get(1);
    expect(command).toMatchObject({ state: 'done', lease: null, receipt: { ids: { document_id: 1 } } });
  });

  it('merges a document that was pulled before it was known which command made it', async () => {
    const creation = buildCommand('create-document', { state: 'unknown' });
    await applyPage(mirror, buildPage([putDocument(pending)]));
    await applyDetails(mirror, [buildDetails(pending)]);
    await wait(creation);
    await wait(buildCommand('respond', { seq: 2, documentKey: 's:1' }));
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 12, command_id: creation.id })]));
    expect((await mirror.documents.toArray()).map((row) => row.key)).toEqual([creation.id]);
    expect((await mirror.commands.get(2))?.documentKey).toBe(creation.id);
    expect(await mirror.details.get(creation.id)).toBeDefined();
  });

  it('moves the reply that was being written on it, words and files, behind a reply that is there already', async () => {
    const creation = buildCommand('create-document', { state: 'unknown' });
    const from = { id: 'reply:s:1', fields: { content: '<p>dois</p>' }, fileIds: [uuid(50)], savedAtMs: 2 };
    const to = { id: `reply:${creation.id}`, fields: { content: '<p>um</p>' }, fileIds: [], savedAtMs: 1 };
    await applyPage(mirror, buildPage([putDocument(pending)]));
    await mirror.drafts.bulkPut([from, to]);
    const file = Object.assign(new Blob(['x']), { name: 'a.txt' });
    await keepFile(mirror, { id: uuid(50), owner: `draft:${from.id}`, file, nowMs: 0 });
    await wait(creation);
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 12, command_id: creation.id })]));
    expect(await mirror.drafts.toArray()).toEqual([
      { id: to.id, fields: { content: '<p>um</p><p>dois</p>' }, fileIds: [uuid(50)], savedAtMs: 2 },
    ]);
    expect((await mirror.files.get(uuid(50)))?.owner).toBe(`draft:${to.id}`);
  });
});

describe('a document out of sight', () => {
  it('is dropped with its details', async () => {
    await applyPage(mirror, buildPage([putDocument(pending)]));
    await applyDetails(mirror, [buildDetails(pending)]);
    await applyPage(mirror, buildPage([deleteDocument(1, 12)]));
    expect(await mirror.documents.count()).toBe(0);
    expect(await mirror.details.count()).toBe(0);
  });

  it('keeps number and title while a command waits, and loses them when it ends', async () => {
    await applyPage(mirror, buildPage([putDocument(pending)]));
    await wait(buildCommand('respond'));
    await applyPage(mirror, buildPage([deleteDocument(1, 12)]));
    expect(await mirror.documents.get('s:1')).toMatchObject({
      gone: true,
      number: 42,
      title: pending.title,
      responsibles: [],
    });
    await mirror.commands.update(1, { state: 'done', receipt: buildReceipt() });
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, 's:1'));
    expect(await mirror.documents.count()).toBe(0);
  });

  it('is shown whole again when it comes back into sight', async () => {
    await applyPage(mirror, buildPage([putDocument(pending)]));
    await wait(buildCommand('respond'));
    await applyPage(mirror, buildPage([deleteDocument(1, 12)]));
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 14 })]));
    const shown = await mirror.documents.get('s:1');
    expect(shown).toMatchObject({ responsibles: [PEOPLE.bia], interactions_count: 1 });
    expect(shown?.gone).toBeUndefined();
  });
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
    expect(await readMeta(mirror, 'cursor')).toEqual({ value: 'c9', scopeEpoch: 'e1', snapshotDone: true });
    expect(await mirror.walk.count()).toBe(0);
  });

  it('starts over by itself when what may be seen has changed, and never touches the outbox', async () => {
    await applyPage(mirror, buildPage([row(1), row(2)]));
    const creation = buildCommand('create-document');
    await wait(creation);
    await wait(buildCommand('respond', { seq: 2, documentKey: 's:2' }));
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
    await wait(buildCommand('respond', { documentKey: 's:2' }));
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
});
