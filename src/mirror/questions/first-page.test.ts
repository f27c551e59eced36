import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildRoles, buildSession } from '../../../test/builders/build-people.ts';
import { countRows } from '../../../test/builders/count-rows.ts';
import { TODAY, ZONE } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { firstPageDisagreement } from '../../../test/mirror/first-page-answers.ts';
import { SUPER_ADMIN } from '#domain/permissions.ts';
import { applyPage } from '../apply/apply-page.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { Mirror } from '../store/schema.ts';
import { countDocuments } from './count-documents.ts';
import { beginIndex, knownIndexOf } from './document-index.ts';
import { keepFirstPage } from './keep-first-page.ts';
import { keepIndex } from './keep-index.ts';
import { type DocumentFilters, listDocuments } from './list-documents.ts';

const ROWS = 23;
const session = buildSession();
const person = { userId: session.id, superAdmin: false, acronym: 'PMVI' };

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  await writeMeta(mirror, { name: 'session', value: session });
  await bring(Array.from({ length: ROWS }, (_none, at) => at + 1));
  await keepIndex(mirror, 1);
  await keepFirstPage(mirror);
});
afterEach(async () => {
  await mirror.delete();
});

async function bring(ids: readonly number[], rev = 0): Promise<void> {
  const row = (id: number) =>
    buildDocumentRow({ id, number: id, rev: id + rev, created_at: `2026-10-${String(id).padStart(2, '0')}T12:00:00Z` });
  await applyPage(mirror, buildPage(ids.map((id) => putDocument(row(id)))));
}

/** The page is closed and opened again. */
async function reopened(): Promise<Mirror> {
  mirror.close();
  mirror = new Mirror(mirror.name);
  await mirror.open();
  return mirror;
}

const list = (filters: Partial<DocumentFilters> = {}, asker = person) =>
  listDocuments(mirror, { filters: { order: 'desc', page: 1, ...filters }, person: asker, today: TODAY, zone: ZONE });
const numbers = async (...asked: Parameters<typeof list>) => (await list(...asked)).rows.map(({ number }) => number);

const NEWEST = [23, 22, 21, 20, 19, 18, 17, 16, 15, 14];

describe('the first page of the list', () => {
  it('is answered at a start without the index and without a document', async () => {
    const read = countRows(await reopened(), ['meta', 'documents', 'slices']);
    expect(await numbers()).toEqual(NEWEST);
    expect(read()).toEqual({ meta: 2, documents: 0, slices: 0 });
    expect(knownIndexOf(mirror)).toBeUndefined();
  });

  it('follows a change like any other answer', async () => {
    await reopened();
    const seen: number[][] = [];
    const told = async (count: number) => {
      while (seen.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    };
    const watching = liveQuery(() => numbers()).subscribe((shown) => void seen.push(shown as number[]));
    await told(1);
    await bring([24]);
    await told(2);
    watching.unsubscribe();
    expect(seen).toEqual([NEWEST, [24, ...NEWEST.slice(0, 9)]]);
  });

  it('is not used for anything that is chosen, for another page, or for somebody else', async () => {
    await writeMeta(mirror, {
      name: 'firstPage',
      value: {
        ...(await kept()),
        pages: [{ scope: undefined, rows: [], total: 0, days: { dates: [], counts: new Uint32Array() } }],
      },
    });
    expect((await reopened()) && (await numbers())).toEqual([]);
    for (const chosen of [
      { page: 2 },
      { order: 'due' },
      { search: 'ponte' },
      { status: 'sent' },
      { overdue: true },
      { exceptionsOnly: true },
      { createdByMe: true },
      { from: '2026-10-01' },
      { scope: 'mine' },
    ] as const)
      expect([chosen, (await reopened()) && knownIndexOf(mirror), (await list(chosen)).kept]).toEqual([
        chosen,
        undefined,
        ROWS,
      ]);
    for (const other of [{ userId: 8 }, { superAdmin: true }, { acronym: 'PMX' }])
      expect((await reopened()) && (await numbers({}, { ...person, ...other }))).toHaveLength(10);
  });

  it('has both tabs of a Super Admin', async () => {
    const roles = buildRoles(SUPER_ADMIN, ['read_documents']);
    await writeMeta(mirror, { name: 'session', value: { ...session, roles } });
    await keepFirstPage(mirror);
    await reopened();
    const asker = { ...person, superAdmin: true };
    const [mine, others] = [await list({ scope: 'mine' }, asker), await list({ scope: 'others' }, asker)];
    expect(knownIndexOf(mirror)).toBeUndefined();
    expect([mine.counts, others.counts]).toEqual([
      { mine: mine.total, others: others.total },
      { mine: mine.total, others: others.total },
    ]);
    expect(mine.total + others.total).toBe(ROWS);
  });

  it('is not stored for a person who has left meanwhile, and goes with everything else of theirs', async () => {
    await mirror.meta.clear();
    await keepFirstPage(mirror);
    expect(await readMeta(mirror, 'firstPage')).toBeUndefined();
  });

  it('that is not as of the last change is not used, and the check notices one that is', async () => {
    const { name } = mirror;
    expect(await firstPageDisagreement(name)).toEqual({ wrong: null, used: 4 });
    const old = await kept();
    await bring([24]);
    expect(await firstPageDisagreement(name)).toEqual({ wrong: null, used: 0 });
    const version = (await readMeta(mirror, 'documentChanges'))?.version ?? 0;
    // What a version that forgets to compare would show.
    await writeMeta(mirror, { name: 'firstPage', value: { ...old, version } });
    expect((await firstPageDisagreement(name)).wrong).toContain('listed');
  });

  async function kept() {
    const stored = await readMeta(mirror, 'firstPage');
    if (stored === undefined) throw new Error('nothing was stored');
    return stored;
  }
});

describe('an index that is on its way', () => {
  it('is waited for by everything that asks meanwhile, and read once', async () => {
    await reopened();
    const read = countRows(mirror, ['documents', 'slices']);
    beginIndex(mirror);
    const asked = [0, 1, 2].map(
      () =>
        new Promise((resolve, reject) => {
          const watching = liveQuery(() => countDocuments(mirror, { today: TODAY })).subscribe({
            next(counts) {
              watching.unsubscribe();
              resolve(counts.sent.ink);
            },
            error: reject,
          });
        }),
    );
    expect(await Promise.all(asked)).toEqual([ROWS, ROWS, ROWS]);
    expect(read()).toEqual({ documents: 0, slices: 0 });
  });

  it('that cannot be read is asked for again by each', async () => {
    const before = mirror;
    beginIndex(before);
    before.close();
    await reopened();
    expect((await countDocuments(mirror, { today: TODAY })).sent.ink).toBe(ROWS);
  });
});
