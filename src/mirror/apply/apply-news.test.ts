import { liveQuery } from 'dexie';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { buildPage, deleteDocument, putDocument } from '../../../test/builders/build-page.ts';
import { buildUser, PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { DOCUMENTS, everything, newsOf, newsRow, shownMirror, storedIn } from '../../../test/builders/news.ts';
import { assertFolded, storeFolded } from '../../../test/builders/open-test-mirror.ts';
import { documentIndexOf } from '../questions/document-index.ts';
import { noteErasure, RECENT_KEYS } from '../store/changes.ts';
import { writeDocuments } from '../store/document-writes.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { Mirror } from '../store/schema.ts';
import { appliedNews } from './apply-news.ts';
import { applyPage, applyPageBy } from './apply-page.ts';
import type { PageToApply } from './page-to-apply.ts';

let mirror: Mirror;
let opened: Mirror[] = [];
async function anotherMirror(): Promise<Mirror> {
  const another = await shownMirror();
  opened.push(another);
  return another;
}
beforeEach(async () => {
  mirror = await anotherMirror();
});
afterEach(async () => {
  await assertFolded(mirror);
  for (const each of opened) await each.delete();
  opened = [];
});

const one = newsOf([putDocument(newsRow(3, 20))]);

describe('a page of news', () => {
  it('is stored as any page is: row, note, cursor and contact', async () => {
    expect(await appliedNews(mirror, one)).toBe(true);
    expect(await mirror.documents.get('s:3')).toMatchObject({ rev: 20, title: 'Ponte 3, 20' });
    expect((await documentIndexOf(mirror)).find(({ key }) => key === 's:3')?.rev).toBe(20);
    expect(await readMeta(mirror, 'cursor')).toMatchObject({ value: 'c2', snapshotDone: true });
    expect(await readMeta(mirror, 'refreshedAtMs')).toBe(NOW_MS);
    expect((await readMeta(mirror, 'documentChanges'))?.recent.at(-1)?.keys).toEqual(['s:3']);
    const other = new Mirror(mirror.name);
    expect((await documentIndexOf(other)).find(({ key }) => key === 's:3')?.rev).toBe(20);
    other.close();
  });

  it('leaves the mirror as applying the page does, whatever it brings and whatever waits', async () => {
    const change = fc.record({ id: fc.integer({ min: 1, max: DOCUMENTS + 1 }), rev: fc.integer({ min: 9, max: 30 }) });
    const pages = fc.array(fc.array(change, { maxLength: 8 }), { minLength: 1, maxLength: 5 });
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(pages, fc.integer({ min: 0, max: DOCUMENTS }), async (drawn, waiting) => {
        const [news, whole] = [await anotherMirror(), await anotherMirror()];
        for (const each of [news, whole]) {
          if (waiting > 0) await storeFolded(each, buildCommand('respond', { documentKey: `s:${waiting}` }));
        }
        for (const [at, changes] of drawn.entries()) {
          const page = newsOf(
            changes.map(({ id, rev }) => (rev === 30 ? deleteDocument(id, rev) : putDocument(newsRow(id, rev)))),
            { asked: `c${at + 1}`, next_cursor: `c${at + 2}` },
          );
          const short = await appliedNews(news, page);
          if (short) taken += 1;
          else await applyPage(news, page);
          await applyPageBy({}, { mirror: whole, page });
          expect(withoutPlaces(await everything(news))).toEqual(withoutPlaces(await everything(whole)));
        }
        await assertFolded(news);
      }),
      { numRuns: 60, seed: 11 },
    );
    // Otherwise one mirror would have been compared with itself.
    expect(taken).toBeGreaterThan(20);
  });
});

it('news go on, with all that they change noted, when the note has no room', async () => {
  const [whole, behind] = [await anotherMirror(), new Mirror(mirror.name)];
  await documentIndexOf(behind);
  // Each changes as many documents as there are.
  for (let at = 1; at * DOCUMENTS < 3 * RECENT_KEYS; at += 1) {
    const changes = Array.from({ length: DOCUMENTS }, (_none, id) => putDocument(newsRow(id + 1, 20 + at)));
    const page = newsOf(changes, { asked: `c${at}`, next_cursor: `c${at + 1}` });
    expect(await appliedNews(mirror, page)).toBe(true);
    await applyPageBy({}, { mirror: whole, page });
    expect(withoutPlaces(await everything(mirror))).toEqual(withoutPlaces(await everything(whole)));
  }
  expect((await readMeta(mirror, 'documentChangesEarlier'))?.recent.length).toBeGreaterThan(RECENT_KEYS / DOCUMENTS);
  const revsIn = async (each: Mirror) => (await documentIndexOf(each)).map(({ rev }) => rev);
  expect(await revsIn(behind)).toEqual(await revsIn(whole));
  behind.close();
});

describe('a page that is left to apply-page changes nothing', () => {
  const person = buildUser({ ...PEOPLE.bia, name: 'Beatriz' }, { rev: 5 });
  it.each<[string, PageToApply]>([
    ['brings nothing', newsOf([])],
    ['brings one twice', newsOf([putDocument(newsRow(3, 20)), putDocument(newsRow(3, 21))])],
    ['brings a document that is not here', newsOf([putDocument(newsRow(99, 20))])],
    [
      'brings a document that was created at another time',
      newsOf([putDocument({ ...newsRow(3, 20), created_at: newsRow(4, 1).created_at })]),
    ],
    ['brings what is no newer', newsOf([putDocument(newsRow(3, 10))])],
    ['brings a deletion', newsOf([putDocument(newsRow(3, 20)), deleteDocument(4, 20)])],
    ['brings a person', newsOf([...one.changes, { collection: 'users', op: 'put', id: 8, rev: 5, row: person }])],
    ['is followed by another', { ...one, has_more: true }],
    ['belongs to a walk', { ...one, snapshot: true }],
    ['says how far a copy reaches', { ...one, bounded: { from: '2026-10-01', reason: 'days' } as never }],
    ['was asked for from another place', { ...one, asked: 'c0' }],
    ['was asked for from the start', { ...one, asked: null }],
    ['does not say where it was asked for', { ...one, asked: undefined }],
    ['shows that the sight has changed', { ...one, scope_epoch: 'other' }],
  ])('because it %s', async (_why, page) => {
    const before = await everything(mirror);
    expect(await appliedNews(mirror, page)).toBe(false);
    expect(await everything(mirror)).toEqual(before);
  });

  /** As other contexts of this device write. */
  const elsewhere = async (work: (other: Mirror) => Promise<unknown>) => {
    const other = new Mirror(mirror.name);
    await other.transaction('rw', other.tables, async () => work(other));
    other.close();
  };

  describe.each([
    ['', 'c1'],
    [', after news', 'c2'],
  ])('because meanwhile%s', (_when, asked) => {
    beforeEach(async () => {
      if (asked === 'c1') return;
      if (!(await appliedNews(mirror, newsOf([putDocument(newsRow(5, 15))])))) throw new Error('there were no news');
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a command waits for the document', () => storeFolded(mirror, buildCommand('respond', { documentKey: 's:3' }))],
      [
        'the document proves to be one that was made here',
        async () => storeFolded(mirror, buildCommand('create-document', { id: uuid(77), documentKey: uuid(77) })),
      ],
      [
        'another context has written a document',
        () =>
          elsewhere(async (other) =>
            writeDocuments(other, { puts: [(await other.documents.get('s:4'))!], deletes: [] }),
          ),
      ],
      [
        'another context has written this one',
        () =>
          elsewhere(async (other) =>
            applyPage(other, { ...buildPage([putDocument(newsRow(3, 25))], { next_cursor: asked }), asked }),
          ),
      ],
      [
        'another context has moved the cursor',
        () => elsewhere(async (other) => applyPage(other, { ...buildPage([], { next_cursor: 'c9' }), asked })),
      ],
      [
        'a walk is under way',
        async () => writeMeta(mirror, { name: 'cursor', value: { ...(await cursor()), snapshotDone: false } }),
      ],
      ['the position is gone', () => mirror.meta.delete('cursor')],
      [
        'its person has left',
        () =>
          elsewhere(async (other) =>
            noteErasure(other, async () => {
              for (const table of other.tables) await table.clear();
            }),
          ),
      ],
    ])('%s', async (_why, happen) => {
      await happen();
      const before = await storedIn(mirror);
      const page = newsOf([putDocument(newsRow(3, 20, { command_id: uuid(77) }))], { asked, next_cursor: 'c3' });
      expect(await appliedNews(mirror, page)).toBe(false);
      expect(await storedIn(mirror)).toEqual(before);
    });
  });

  it('because nothing is in memory', async () => {
    const other = new Mirror(mirror.name);
    expect(await appliedNews(other, one)).toBe(false);
    other.close();
  });
});

it('a page notes the clock that has moved since the news before', async () => {
  expect(await appliedNews(mirror, one)).toBe(true);
  const offset = await readMeta(mirror, 'clockOffsetMs');
  await writeMeta(mirror, { name: 'clockOffsetMs', value: -3_600_000 });
  const next = newsOf([putDocument(newsRow(3, 21))], { asked: 'c2', next_cursor: 'c3' });
  expect(await appliedNews(mirror, next)).toBe(false);
  await applyPage(mirror, next);
  expect(await readMeta(mirror, 'clockOffsetMs')).toBe(offset);
});

it('live queries hear of news: by key, by id and of the profile', async () => {
  const asked: (() => PromiseLike<unknown>)[] = [
    () => mirror.documents.get('s:3').then((row) => row?.rev),
    () => mirror.documents.withServerIds([3]).then(([row]) => row?.rev),
    () => readMeta(mirror, 'cursor').then((cursor) => cursor?.value),
    () => mirror.table('documents').toCollection().primaryKeys(),
    () => documentIndexOf(mirror).then((all) => all.find(({ key }) => key === 's:3')?.rev),
  ];
  const told: unknown[] = [];
  const watching = asked.map((ask, at) => liveQuery(async () => ask()).subscribe((answer) => (told[at] = answer)));
  await vi.waitFor(() => expect(told).toEqual([10, 10, 'c1', [], 10]));
  expect(await appliedNews(mirror, one)).toBe(true);
  await vi.waitFor(() => expect(told).toEqual([20, 20, 'c2', ['s:3'], 20]));
  for (const each of watching) each.unsubscribe();
});

/** News become records; a page that is applied in the usual way may write a slice anew. The rows are the same. */
function withoutPlaces({ tables, rows, entries }: Awaited<ReturnType<typeof everything>>) {
  const others = Object.entries(tables).filter(([name]) => !['documents', 'slices', 'heads'].includes(name));
  return { others, entries, rows: [...rows].sort((left, right) => (left.key < right.key ? -1 : 1)) };
}

async function cursor() {
  const stored = await readMeta(mirror, 'cursor');
  if (stored === undefined) throw new Error('the mirror has no cursor');
  return stored;
}
