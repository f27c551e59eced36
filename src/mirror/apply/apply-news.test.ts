import { liveQuery } from 'dexie';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, deleteDocument, putDocument } from '../../../test/builders/build-page.ts';
import { buildUser, PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { assertFolded, openTestMirror, storeFolded } from '../../../test/builders/open-test-mirror.ts';
import { type Life, newLife, openFaultyMirror } from '../../../test/sync/faulty-mirror.ts';
import type { Change } from '#contract/sync.ts';
import { documentIndexOf } from '../questions/document-index.ts';
import { noteErasure, RECENT_KEYS } from '../store/changes.ts';
import { writeDocuments } from '../store/document-writes.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { fallAsleep, wakeUp } from '../store/page-sleep.ts';
import { Mirror } from '../store/schema.ts';
import { appliedNews } from './apply-news.ts';
import { applyPage, applyPageBy } from './apply-page.ts';
import type { PageToApply } from './page-to-apply.ts';

const DOCUMENTS = 8;
/** Enough for slices. */
const first = buildPage(Array.from({ length: DOCUMENTS }, (_none, at) => putDocument(rowOf(at + 1, 10))));

let mirror: Mirror;
let opened: Mirror[] = [];
/** A mirror at the cursor c1, whose documents this context shows. */
async function shownMirror(): Promise<Mirror> {
  const one = await openTestMirror();
  opened.push(one);
  await applyPage(one, first);
  await documentIndexOf(one);
  return one;
}
beforeEach(async () => {
  mirror = await shownMirror();
});
afterEach(async () => {
  await assertFolded(mirror);
  for (const one of opened) await one.delete();
  opened = [];
});

function rowOf(id: number, rev: number, overrides: Parameters<typeof buildDocumentRow>[0] = {}) {
  const created_at = `2026-10-${String(id).padStart(2, '0')}T12:00:00.000Z`;
  return buildDocumentRow({ id, number: id, rev, created_at, title: `Ponte ${id}, ${rev}`, ...overrides });
}

const newsOf = (changes: readonly Change[], part: Partial<PageToApply> = {}): PageToApply => ({
  ...buildPage(changes, { next_cursor: 'c2' }),
  asked: 'c1',
  heardMs: NOW_MS,
  ...part,
});
const one = newsOf([putDocument(rowOf(3, 20))]);

/** All that is stored, and what this context tells of the documents. */
async function everything(asked = mirror) {
  const tables = await Promise.all(
    asked.tables.map(async (table) => [table.name, (await table.toArray()) as unknown[]] as const),
  );
  const entries = (await documentIndexOf(asked)).map(({ key, rev, storedStatus }) => ({ key, rev, storedStatus }));
  return { ...Object.fromEntries(tables), rows: await asked.documents.toArray(), entries };
}

/** The same as a context that has nothing in memory finds it. */
async function stored() {
  const other = new Mirror(mirror.name);
  const found = await everything(other);
  other.close();
  return found;
}

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
    const pages = fc.array(fc.array(change, { maxLength: 5 }), { minLength: 1, maxLength: 5 });
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(pages, fc.integer({ min: 0, max: DOCUMENTS }), async (drawn, waiting) => {
        const [news, whole] = [await shownMirror(), await shownMirror()];
        for (const each of [news, whole]) {
          if (waiting > 0) await storeFolded(each, buildCommand('respond', { documentKey: `s:${waiting}` }));
        }
        for (const [at, changes] of drawn.entries()) {
          const page = newsOf(
            changes.map(({ id, rev }) => (rev === 30 ? deleteDocument(id, rev) : putDocument(rowOf(id, rev)))),
            { asked: `c${at + 1}`, next_cursor: `c${at + 2}` },
          );
          const short = await appliedNews(news, page);
          if (short) taken += 1;
          else await applyPage(news, page);
          await applyPageBy({}, { mirror: whole, page });
          expect(await everything(news)).toEqual(await everything(whole));
        }
        await assertFolded(news);
      }),
      { numRuns: 40, seed: 11 },
    );
    // Otherwise one mirror would have been compared with itself.
    expect(taken).toBeGreaterThan(20);
  });
});

describe('a page that is left to apply-page changes nothing', () => {
  const person = buildUser({ ...PEOPLE.bia, name: 'Beatriz' }, { rev: 5 });
  it.each<[string, PageToApply]>([
    ['brings nothing', newsOf([])],
    ['brings many documents', newsOf(Array.from({ length: 4 }, (_none, at) => putDocument(rowOf(at + 1, 20))))],
    ['brings one twice', newsOf([putDocument(rowOf(3, 20)), putDocument(rowOf(3, 21))])],
    ['brings a document that is not here', newsOf([putDocument(rowOf(99, 20))])],
    [
      'brings a document that was created at another time',
      newsOf([putDocument({ ...rowOf(3, 20), created_at: rowOf(4, 1).created_at })]),
    ],
    ['brings what is no newer', newsOf([putDocument(rowOf(3, 10))])],
    ['brings a deletion', newsOf([putDocument(rowOf(3, 20)), deleteDocument(4, 20)])],
    ['brings a person', newsOf([...one.changes, { collection: 'users', op: 'put', id: 8, rev: 5, row: person }])],
    ['is followed by another', { ...one, has_more: true }],
    ['belongs to a walk', { ...one, snapshot: true }],
    ['says how far a copy reaches', { ...one, bounded: { from: '2026-10-01', reason: 'days' } as never }],
    ['was asked for from another place', { ...one, asked: 'c0' }],
    ['was asked for from the start', { ...one, asked: null }],
    ['does not say where it was asked for', { ...one, asked: undefined }],
    ['shows that the sight has changed', { ...one, scope_epoch: 'other' }],
  ])('because it %s', async (_why, page) => {
    const before = await everything();
    expect(await appliedNews(mirror, page)).toBe(false);
    expect(await everything()).toEqual(before);
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
      if (!(await appliedNews(mirror, newsOf([putDocument(rowOf(5, 15))])))) throw new Error('there were no news');
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
            applyPage(other, { ...buildPage([putDocument(rowOf(3, 25))], { next_cursor: asked }), asked }),
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
      [
        'the note is full',
        () =>
          mirror.transaction('rw', mirror.tables, async () => {
            const row = (await mirror.documents.get('s:1'))!;
            while ((await countOfNote()) < RECENT_KEYS) await writeDocuments(mirror, { puts: [row], deletes: [] });
          }),
      ],
    ])('%s', async (_why, happen) => {
      await happen();
      const before = await stored();
      const page = newsOf([putDocument(rowOf(3, 20, { command_id: uuid(77) }))], { asked, next_cursor: 'c3' });
      expect(await appliedNews(mirror, page)).toBe(false);
      expect(await stored()).toEqual(before);
    });
  });

  it('because nothing is in memory', async () => {
    const other = new Mirror(mirror.name);
    expect(await appliedNews(other, one)).toBe(false);
    other.close();
  });
});

describe('news that could not be written leave nothing, in memory neither, and the page is left to apply-page', () => {
  /** Whether these news are taken before and after `happen`, with what is there in between the same. */
  const refusedWhile = async (happen: () => Promise<unknown>, page = one) => {
    const before = await everything();
    await happen();
    expect(await appliedNews(mirror, page)).toBe(false);
    expect(await everything()).toEqual(before);
  };

  it('when a request can not be made', async () => {
    await refusedWhile(async () => {}, { ...one, next_cursor: (() => 'c2') as never });
    expect(await appliedNews(mirror, one)).toBe(true);
  });

  it('when the browser refuses one', async () => {
    // No context writes such a row: it has the id of another.
    await mirror.table('documents').put({ ...(await mirror.documents.get('s:3')), key: 'other' });
    await refusedWhile(async () => {});
    await mirror.table('documents').delete('other');
    expect(await appliedNews(mirror, one)).toBe(true);
  });

  it('when the database was closed after the news before', async () => {
    expect(await appliedNews(mirror, one)).toBe(true);
    const next = newsOf([putDocument(rowOf(3, 21))], { asked: 'c2', next_cursor: 'c3' });
    await refusedWhile(async () => mirror.close({ disableAutoOpen: false }), next);
  });

  it('when the page sleeps', async () => {
    fallAsleep();
    expect(await appliedNews(mirror, one)).toBe(false);
    wakeUp();
    expect(await appliedNews(mirror, one)).toBe(true);
  });
});

describe('a device that is killed, or whose storage stumbles, at any request of the news', () => {
  const next = newsOf([putDocument(rowOf(3, 21)), putDocument(rowOf(4, 21))], { asked: 'c2', next_cursor: 'c3' });
  /** Four to see where the mirror stands, two rows, and position, note and time of contact. */
  const requests = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  let life: Life;
  let device: Mirror;
  beforeEach(async () => {
    life = newLife();
    device = openFaultyMirror(mirror.name, life);
    await documentIndexOf(device);
    // The next ones begin with their first request.
    if (!(await appliedNews(device, one))) throw new Error('there were no news');
  });
  afterEach(() => device.close());

  it.each(requests)('has nothing of them when it is killed at request %i', async (left) => {
    const before = await stored();
    life.left = left;
    expect(await appliedNews(device, next)).toBe(false);
    expect(await stored()).toEqual(before);
  });

  it('has all of them when it is killed after the last', async () => {
    life.left = requests.length;
    expect(await appliedNews(device, next)).toBe(true);
    await expect(device.documents.get('s:3')).rejects.toThrow('the device is gone');
    expect(await mirror.documents.get('s:3')).toMatchObject({ rev: 21 });
  });

  it.each(requests)('applies the page in the usual way when its storage stumbles at request %i', async (stumble) => {
    life.stumble = stumble;
    expect(await appliedNews(device, next)).toBe(false);
    await applyPage(device, next);
    const rows = await mirror.documents.bulkGet(['s:3', 's:4']);
    expect(rows.map((row) => row?.rev)).toEqual([21, 21]);
    expect((await cursor()).value).toBe('c3');
  });
});

it.each([0, 1, 2, 3])(
  'a page is applied in the usual way when the storage stumbles at request %i of the first news',
  async (stumble) => {
    const life = newLife();
    const device = openFaultyMirror(mirror.name, life);
    await documentIndexOf(device);
    life.stumble = stumble;
    await applyPage(device, one);
    device.close();
    expect((await mirror.documents.get('s:3'))?.rev).toBe(20);
    expect((await cursor()).value).toBe('c2');
  },
);

it('a page notes the clock that has moved since the news before', async () => {
  expect(await appliedNews(mirror, one)).toBe(true);
  const offset = await readMeta(mirror, 'clockOffsetMs');
  await writeMeta(mirror, { name: 'clockOffsetMs', value: -3_600_000 });
  const next = newsOf([putDocument(rowOf(3, 21))], { asked: 'c2', next_cursor: 'c3' });
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

async function countOfNote(): Promise<number> {
  const note = await readMeta(mirror, 'documentChanges');
  return note?.recent.flatMap(({ keys }) => keys).length ?? 0;
}

async function cursor() {
  const stored = await readMeta(mirror, 'cursor');
  if (stored === undefined) throw new Error('the mirror has no cursor');
  return stored;
}
