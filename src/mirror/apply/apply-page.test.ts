import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, deleteDocument, putDocument } from '../../../test/builders/build-page.ts';
import { buildSession, buildUser, PEOPLE } from '../../../test/builders/build-people.ts';
import { openTestMirror, assertFolded, storeFolded } from '../../../test/builders/open-test-mirror.ts';
import { applyDetails } from './apply-details.ts';
import { applyPage } from './apply-page.ts';
import { keepFile } from '../keep/files.ts';
import { readMeta, writeMeta } from '../store/storage.ts';
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

/** The value, deeply frozen: a write into it throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
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
    expect(await readMeta(mirror, 'cursor')).toEqual({
      value: 'c1',
      scopeEpoch: 'sliced e1',
      snapshotDone: true,
      collections: 8,
    });
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
      await Promise.all([mirror.table('documents').clear(), mirror.tombstones.clear()]);
      for (const index of order) await applyPage(mirror, pages[index] ?? buildPage([]));
      const titles = (await mirror.documents.toArray()).map((row) => [row.key, row.title, row.rev]);
      expect(titles).toEqual([
        ['s:1', 'B', 15],
        ['s:2', 'C', 14],
      ]);
    }
  });

  it('writes into no row of a page', async () => {
    const page = buildPage(
      Array.from({ length: 60 }, (_none, at) => putDocument({ ...pending, id: at + 1, number: at + 42, rev: 20 + at })),
    );
    await applyPage(mirror, buildPage([putDocument(pending)]));
    await storeFolded(mirror, buildCommand('respond'));
    await storeFolded(mirror, buildCommand('respond', { payload: { responsible_ids: [9] } }));
    await applyPage(mirror, frozen(page));
    expect(await mirror.documents.count()).toBe(60);
    expect((await mirror.documents.get('s:60'))?.creator).toEqual(pending.creator);
    expect((await mirror.bases.get('s:1'))?.row).toEqual({ ...pending, rev: 20 });
  });

  it('writes nothing at all when it is cut off in the middle, cursor included', async () => {
    await applyPage(mirror, buildPage([putDocument(pending)]));
    await storeFolded(mirror, buildCommand('respond'));
    const before = await everything();
    const page = buildPage([putDocument({ ...pending, rev: 12 }), putDocument({ ...pending, id: 2, number: 43 })]);
    const fail = () => {
      throw new Error('cut off');
    };
    const cuts = [
      {
        on: () => mirror.table('documents').hook('creating', fail),
        off: () => mirror.table('documents').hook('creating').unsubscribe(fail),
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
    await storeFolded(mirror, buildCommand('complete-document'));
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 12, title: 'Outro título' })]));
    expect(await mirror.documents.get('s:1')).toMatchObject({
      title: 'Outro título',
      stored_status: 'completed',
      rev: 12,
    });
    expect((await mirror.bases.get('s:1'))?.row).toMatchObject({ stored_status: 'under_review', rev: 12 });
  });

  it('shows a new name in documents made here', async () => {
    await storeFolded(mirror, buildCommand('create-document'));
    const user = buildUser({ ...PEOPLE.bia, name: 'Beatriz' }, { rev: 9 });
    await applyPage(mirror, buildPage([{ collection: 'users', op: 'put', id: 8, rev: 9, row: user }]));
    expect((await mirror.documents.get(uuid(1)))?.responsibles[0]?.name).toBe('Beatriz');
  });

  it('acknowledges a creation whose answer was lost: there is one document, in ink, under its old key', async () => {
    const creation = buildCommand('create-document', { state: 'unknown' });
    await storeFolded(mirror, creation);
    await storeFolded(mirror, buildCommand('respond', { seq: 2, documentKey: creation.id }));
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
    await storeFolded(mirror, creation);
    await storeFolded(mirror, buildCommand('respond', { seq: 2, documentKey: 's:1' }));
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 12, command_id: creation.id })]));
    expect((await mirror.documents.toArray()).map((row) => row.key)).toEqual([creation.id]);
    expect((await mirror.commands.get(2))?.documentKey).toBe(creation.id);
    expect(await mirror.details.get(creation.id)).toBeDefined();
  });

  it('moves the reply that was being written on it, words, files and photographs, behind a reply that is there', async () => {
    const creation = buildCommand('create-document', { state: 'unknown' });
    const written = { fields: { content: '<p>dois</p>' }, fileIds: [uuid(50)], photos: [uuid(51)], savedAtMs: 2 };
    const from = { id: 'reply:s:1', ...written };
    const to = { id: `reply:${creation.id}`, fields: { content: '<p>um</p>' }, fileIds: [], savedAtMs: 1 };
    await applyPage(mirror, buildPage([putDocument(pending)]));
    await mirror.drafts.bulkPut([from, to]);
    const file = Object.assign(new Blob(['x']), { name: 'a.txt' });
    const photo = Object.assign(new Blob(['x']), { name: 'a.jpg' });
    await keepFile(mirror, { id: uuid(50), owner: `draft:${from.id}`, file, nowMs: 0 });
    await keepFile(mirror, { id: uuid(51), owner: `draft:${from.id}`, file: photo, nowMs: 0 });
    await storeFolded(mirror, creation);
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 12, command_id: creation.id })]));
    expect(await mirror.drafts.toArray()).toEqual([
      { id: to.id, ...written, fields: { content: '<p>um</p><p>dois</p>' } },
    ]);
    expect((await mirror.files.get(uuid(50)))?.owner).toBe(`draft:${to.id}`);
    expect((await mirror.files.get(uuid(51)))?.owner).toBe(`draft:${to.id}`);
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
    await storeFolded(mirror, buildCommand('respond'));
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
    await storeFolded(mirror, buildCommand('respond'));
    await applyPage(mirror, buildPage([deleteDocument(1, 12)]));
    await applyPage(mirror, buildPage([putDocument({ ...pending, rev: 14 })]));
    const shown = await mirror.documents.get('s:1');
    expect(shown).toMatchObject({ responsibles: [PEOPLE.bia], interactions_count: 1 });
    expect(shown?.gone).toBeUndefined();
  });
});

describe('the session', () => {
  const session = buildSession({ rev: 5 });
  beforeEach(() => writeMeta(mirror, { name: 'session', value: session }));

  it.each([
    ['a greater number', { name: 'Anabela', rev: 6 }, 'Anabela'],
    ['the number that is kept', { name: 'Anabela', rev: 5 }, session.name],
    ['a smaller one', { name: 'Anabela', rev: 4 }, session.name],
    ['that of another person', { id: session.id + 1, name: 'Anabela', rev: 6 }, session.name],
  ])('of a page is kept by its number, like a row: %s', async (_what, said, name) => {
    await applyPage(mirror, { ...buildPage([]), session: { ...session, ...said } });
    expect((await readMeta(mirror, 'session'))?.name).toBe(name);
  });

  it('takes the place of one that an older version kept without a number', async () => {
    const { rev: _rev, ...older } = session;
    await writeMeta(mirror, { name: 'session', value: older });
    await applyPage(mirror, { ...buildPage([]), session: { ...session, name: 'Anabela' } });
    expect((await readMeta(mirror, 'session'))?.name).toBe('Anabela');
  });

  it('is not written when its person has left meanwhile', async () => {
    await mirror.meta.delete('session');
    await applyPage(mirror, { ...buildPage([]), asked: null, session: { ...session, rev: 9 } });
    expect(await readMeta(mirror, 'session')).toBeUndefined();
  });

  it('of another zone has what waits judged by the days of that zone', async () => {
    await applyPage(mirror, buildPage([putDocument({ ...pending, limit_date: '2026-11-20' })]));
    // The 21st in São Paulo, still the 20th in Rio Branco: only there the document is not late.
    const command = buildCommand('respond', {
      performedAtMs: Date.parse('2026-11-21T03:30:00.000Z'),
      payload: { limit_date: '2026-12-10' },
    });
    await storeFolded(mirror, command);
    const shown = async () => (await mirror.documents.get('s:1'))?.limit_date;
    expect(await shown()).toBe('2026-11-20');
    const tenant = { ...session.tenant, time_zone: 'America/Rio_Branco' };
    await applyPage(mirror, { ...buildPage([]), session: { ...session, tenant, rev: 6 } });
    expect(await shown()).toBe('2026-12-10');
  });
});
