import type { DocumentRow } from '#contract/documents.ts';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { countRows } from '../../../test/builders/count-rows.ts';
import { daysOf } from '../../../test/builders/days-of.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { foldedRowOf, mirrorDocumentOf } from '../fold/fold.ts';
import { readMeta, withSlices, writeMeta } from '../store/storage.ts';
import { INDEX_LISTS, INDEX_NUMBERS, INDEX_TEXTS } from '../store/index-columns.ts';
import { writeDocuments } from './document-writes.ts';
import { INK, keyOfServerId } from '../store/rows.ts';
import { Mirror } from '../store/schema.ts';
import { dayColumnsOf, documentIndexOf, type IndexEntry, knownIndexOf, withDocumentIndex } from './document-index.ts';
import { keepIndex } from './keep-for-start.ts';

const ROWS = 30;

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  await bring(Array.from({ length: ROWS }, (_none, at) => at + 1));
});
afterEach(async () => {
  await mirror.delete();
});

const row = (id: number, rev = id) => buildDocumentRow({ id, number: id, rev, title: `Ponte ${id}` });

const shownRow = (of: DocumentRow) => mirrorDocumentOf(foldedRowOf(of), { key: keyOfServerId(of.id), pencil: INK });

async function bring(ids: readonly number[], rev = 0): Promise<void> {
  await applyPage(mirror, buildPage(ids.map((id) => putDocument(row(id, id + rev)))));
}

/** The page is closed and opened again. */
async function reopened(): Promise<Mirror> {
  mirror.close();
  mirror = new Mirror(mirror.name);
  await mirror.open();
  return mirror;
}

/** Fields and words of entries. */
const plain = (entries: Awaited<ReturnType<typeof documentIndexOf>>) =>
  entries.map((entry) => {
    const { lines: own, title } = entry.table.words.placesOf(entry.place);
    const all = entry.table.words.list();
    const words = Array.from(own, (at) => all[at] ?? '');
    const sorted = (some: readonly string[]) => some.toSorted().join(' ');
    return {
      key: entry.key,
      localKey: entry.localKey,
      ...valuesOf(entry),
      title: sorted(words.slice(0, title)),
      others: sorted(words.slice(title)),
    };
  });

/** An entry reads its values when it is asked for them. */
const valuesOf = (entry: IndexEntry) =>
  Object.fromEntries([...INDEX_NUMBERS, ...INDEX_TEXTS, ...INDEX_LISTS].map((name) => [name, entry[name]]));

describe('the index of documents', () => {
  it('reads only what another context has changed, be it more than a small note holds', async () => {
    await documentIndexOf(mirror);
    const other = new Mirror(mirror.name);
    const page = (ids: readonly number[]) => buildPage(ids.map((id) => putDocument(row(id, id + 100))));
    await applyPage(other, page(Array.from({ length: 60 }, (_none, at) => at + 1)));
    await applyPage(other, page([61]));
    other.close();
    const everything = vi.spyOn(mirror.documents, 'toArray');
    const changed = vi.spyOn(mirror.documents, 'changed');
    const entries = await documentIndexOf(mirror);
    expect(entries.filter(({ rev }) => rev > 100)).toHaveLength(61);
    expect(changed.mock.calls.map(([keys]) => keys.length)).toEqual([61]);
    expect(everything).not.toHaveBeenCalled();
  });

  it('reads only what others have changed of a large device, however much has passed since it was stored', async () => {
    for (const from of [1_000, 2_000, 3_000, 4_000]) await bring(Array.from({ length: 900 }, (_none, at) => from + at));
    await documentIndexOf(mirror);
    await keepIndex(mirror, 1);
    // The worker writes while no page is there: again and again some of them, more keys than a
    // small note holds.
    const other = new Mirror(mirror.name);
    for (let time = 1; time <= 6; time += 1) {
      const ids = Array.from({ length: 400 }, (_none, at) => 1_000 + at * 2);
      await applyPage(other, buildPage(ids.map((id) => putDocument(row(id, id + time * 10_000)))));
    }
    other.close();
    await reopened();
    const everything = vi.spyOn(mirror.documents, 'toArray');
    const known = await documentIndexOf(mirror);
    expect(everything).not.toHaveBeenCalled();
    const told = plain(known);
    await mirror.meta.delete('documentIndex');
    await reopened();
    expect(told).toEqual(plain(await documentIndexOf(mirror)));
  });

  it('reads all rows at once when most of them have changed', async () => {
    await bring(Array.from({ length: 900 }, (_none, at) => 1_000 + at));
    await documentIndexOf(mirror);
    await bring(
      Array.from({ length: 900 }, (_none, at) => 1_000 + at),
      10_000,
    );
    const changed = vi.spyOn(mirror.documents, 'changed');
    expect((await documentIndexOf(mirror)).filter(({ rev }) => rev > 10_000)).toHaveLength(900);
    expect(changed).not.toHaveBeenCalled();
  });

  it('follows what this context writes without reading a row, also a walk that nobody asks about', async () => {
    await documentIndexOf(mirror);
    const read = countRows(mirror, ['documents', 'slices']);
    for (const from of [1_000, 2_000, 3_000]) {
      await bring(Array.from({ length: 500 }, (_none, at) => from + at));
      await vi.waitFor(() => expect(knownIndexOf(mirror)?.value.some(({ serverId }) => serverId === from)).toBe(true));
    }
    await bring([5], 10_000);
    const known = knownIndexOf(mirror)?.value ?? [];
    expect(await documentIndexOf(mirror)).toBe(known);
    expect(read()).toEqual({ documents: 0, slices: 0 });
    await reopened();
    expect(plain(known)).toEqual(plain(await documentIndexOf(mirror)));
  });

  it('has nothing of a transaction that was aborted, also when the next one writes the same number of changes', async () => {
    const before = plain(await documentIndexOf(mirror));
    const puts = Array.from({ length: 40 }, (_none, at) => shownRow(row(500 + at)));
    const tables = withSlices(['documents', 'meta']);
    const aborted = mirror.transaction('rw', tables, async () => {
      await writeDocuments(mirror, { puts, deletes: ['s:1'] });
      throw new Error('aborted');
    });
    await expect(aborted).rejects.toThrow('aborted');
    expect(plain(await documentIndexOf(mirror))).toEqual(before);
    await bring([2], 100);
    const after = plain(await documentIndexOf(mirror));
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    const [shown] = await withDocumentIndex(mirror, (entries, rowsOf) =>
      rowsOf(entries.filter(({ key }) => key === 's:2')),
    );
    expect(shown?.rev).toBe(102);
    await reopened();
    expect(after).toEqual(plain(await documentIndexOf(mirror)));
  });

  it('is told to all live queries that asked at the same time, when a document changes', async () => {
    const seen: [number[], number[]] = [[], []];
    const watching = seen.map((revs) =>
      liveQuery(() => documentIndexOf(mirror)).subscribe(
        (entries) => void revs.push(Math.max(...entries.map(({ rev }) => rev))),
      ),
    );
    const told = async (rev: number) => {
      while (seen.some((revs) => revs.at(-1) !== rev)) await new Promise((resolve) => setTimeout(resolve, 1));
    };
    await told(ROWS);
    await bring([ROWS], 1);
    await told(ROWS + 1);
    for (const one of watching) one.unsubscribe();
    expect(seen.map((revs) => revs.at(-1))).toEqual([ROWS + 1, ROWS + 1]);
  });

  it('is asked again after a change without reading rows that it had', async () => {
    const first = () => withDocumentIndex(mirror, (entries, rowsOf) => rowsOf(entries.slice(0, 10)));
    await first();
    await bring([ROWS], 100);
    const read = countRows(mirror, ['documents', 'slices']);
    expect((await first()).map((one) => one?.rev)).toContain(ROWS + 100);
    expect(read()).toEqual({ documents: 0, slices: 0 });
    const other = new Mirror(mirror.name);
    await applyPage(other, buildPage([putDocument(row(ROWS, ROWS + 200))]));
    other.close();
    expect((await first()).map((one) => one?.rev)).toContain(ROWS + 200);
    expect(read()).toEqual({ documents: 1, slices: 0 });
    expect(await first()).toEqual(
      await mirror.documents.bulkGet((await documentIndexOf(mirror)).slice(0, 10).map(({ key }) => key)),
    );
  });

  it('reads a row that another context has changed after this one wrote it', async () => {
    await documentIndexOf(mirror);
    await bring([ROWS + 1], 100);
    const other = new Mirror(mirror.name);
    await applyPage(other, buildPage([putDocument(row(ROWS + 1, ROWS + 300))]));
    other.close();
    const [shown] = await withDocumentIndex(mirror, (entries, rowsOf) =>
      rowsOf(entries.filter(({ serverId }) => serverId === ROWS + 1)),
    );
    expect(shown?.rev).toBe(ROWS + 300);
  });

  it('is taken as it was stored at the next start, and only what changed since is read', async () => {
    await keepIndex(mirror, 1);
    await bring([3, 7], 100);
    const before = plain(await documentIndexOf(mirror));
    const read = countRows(await reopened(), ['documents', 'slices']);
    expect(plain(await documentIndexOf(mirror))).toEqual(before);
    expect(read()).toEqual({ documents: 2, slices: 0 });
  });

  it('is made of the rows when it was stored by another version of the application', async () => {
    await keepIndex(mirror, 1);
    const stored = await readMeta(mirror, 'documentIndex');
    if (stored === undefined) throw new Error('nothing was stored');
    await writeMeta(mirror, {
      name: 'documentIndex',
      value: { ...stored, format: stored.format + 1, columns: undefined as never },
    });
    const read = countRows(await reopened(), ['documents', 'slices']);
    expect(await documentIndexOf(mirror)).toHaveLength(ROWS);
    expect(read()).toEqual({ documents: 0, slices: 2 });
  });

  it('is taken without the mentions when it was stored before they were in it; a row that comes brings its own', async () => {
    await keepIndex(mirror, 1);
    const stored = await readMeta(mirror, 'documentIndex');
    if (stored === undefined) throw new Error('nothing was stored');
    const { mentionedIds: _later, ...lists } = stored.columns.lists;
    await writeMeta(mirror, {
      name: 'documentIndex',
      value: { ...stored, columns: { ...stored.columns, lists } },
    });
    const tags = [{ title: 'caio', type: 'mention' as const, user_id: 9 }];
    await applyPage(mirror, buildPage([putDocument({ ...row(3, 500), tags })]));
    const read = countRows(await reopened(), ['documents', 'slices']);
    const entries = await documentIndexOf(mirror);
    expect(entries.filter(({ mentionedIds }) => mentionedIds.includes(9)).map(({ key }) => key)).toEqual(['s:3']);
    expect(read()).toEqual({ documents: 1, slices: 0 });
    await keepIndex(mirror, 1);
    const again = await documentIndexOf(await reopened());
    expect(again.filter(({ mentionedIds }) => mentionedIds.length > 0)).toHaveLength(1);
  });

  it('is stored with the counts of the documents that it holds, also when one changes while it is stored', async () => {
    await keepIndex(mirror, 1);
    await bring([1, 2], 100);
    const begin = mirror.transaction.bind(mirror);
    const spy = vi.spyOn(mirror, 'transaction').mockImplementation((async (...asked: Parameters<typeof begin>) => {
      if (asked[0] === 'r') return begin(...asked);
      // Another part of the page writes first, and a screen asks before the index has its turn.
      spy.mockRestore();
      await applyPage(mirror, buildPage([putDocument({ ...row(3, 500), stored_status: 'extended' })]));
      await documentIndexOf(mirror);
      return begin(...asked);
    }) as never);
    await keepIndex(mirror, 1);
    const entries = await documentIndexOf(await reopened());
    // Counted anew, because nothing is known of this list.
    expect(daysOf(dayColumnsOf(entries))).toEqual(daysOf(dayColumnsOf([...entries])));
    expect(dayColumnsOf(entries).counts.reduce((sum, count) => sum + count, 0)).toBe(ROWS);
  });

  it('is stored again only when enough has changed', async () => {
    await keepIndex(mirror, 3);
    const first = await readMeta(mirror, 'documentIndex');
    await bring([1, 2], 100);
    await keepIndex(mirror, 3);
    expect((await readMeta(mirror, 'documentIndex'))?.version).toBe(first?.version);
    await bring([3], 100);
    await keepIndex(mirror, 3);
    expect((await readMeta(mirror, 'documentIndex'))?.version).toBe((first?.version ?? 0) + 2);
  });

  it('is not stored for a person who has left meanwhile', async () => {
    await mirror.meta.delete('session');
    await keepIndex(mirror, 1);
    expect(await readMeta(mirror, 'documentIndex')).toBeUndefined();
  });

  it('has these fields; with others, INDEX_FORMAT is raised, because stored ones lack them', async () => {
    const at = '2026-11-13T08:00:00.000Z';
    const facts = { ...row(1).facts, arrived_at: { [String(PEOPLE.bia.id)]: at } };
    const tags = [{ title: 'caio', type: 'mention' as const, user_id: 9 }];
    await applyPage(mirror, buildPage([putDocument({ ...row(1, 500), facts, tags })]));
    await keepIndex(mirror, 1);
    const [entry] = plain(await documentIndexOf(await reopened())).filter(({ key }) => key === 's:1');
    expect(entry).toEqual({
      key: 's:1',
      localKey: undefined,
      serverId: 1,
      rev: 500,
      createdMs: Date.parse('2026-11-12T11:47:00.000Z'),
      number: 1,
      storedStatus: 'under_review',
      limitDate: '2026-11-27',
      lastActivityMs: Date.parse('2026-11-12T11:47:00.000Z'),
      isException: false,
      createdBy: 7,
      responsibleIds: [8],
      responsibleIdsEver: [8],
      organizationIds: [2],
      subjectId: 1,
      arrivalsMs: [Date.parse(at)],
      mentionedIds: [9],
      title: '1 ponte',
      others: '118 2026 bia souza caio no obras semob oficio semob sinalizacao viaria transito semtran',
    });
  });
});
