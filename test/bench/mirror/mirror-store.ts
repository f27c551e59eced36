// Our repository: the mirror as the application uses it. As there, the code that applies pages and
// the code that stores data for the next start load on first use.

import type { ChangesPage } from '#contract/sync.ts';
import { countDocuments } from '#mirror/questions/count-documents.ts';
import { beginIndex, CHANGES_BETWEEN } from '#mirror/engine/document-index.ts';
import { type DocumentFilters, listDocuments } from '#mirror/questions/list-documents.ts';
import { searchDocuments } from '#mirror/questions/search-texts.ts';
import { readMeta, writeMeta } from '#mirror/store/storage.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { liveQuery } from 'dexie';
import { FOUND_ROWS, searchedAt, sectorOf, type Store, TODAY } from './store.ts';

const mirror = new Mirror('bench');
const person = { userId: 7, superAdmin: false, acronym: 'PMVI' };
const ALL: DocumentFilters = { order: 'desc', page: 1 };
const asked = (filters: DocumentFilters) => ({ filters, person, today: TODAY, zone: 'America/Sao_Paulo' });
const list = (filters: DocumentFilters) => listDocuments(mirror, asked(filters));

/** The cursor of the next page: a pull knows it before the page arrives. */
let position: string | null | undefined;

/**
 * The code that reads and applies pages. It is loaded once, because even a repeated `import()`
 * takes time.
 */
let applying: ReturnType<typeof loadApplying> | undefined;

async function loadApplying() {
  const [{ applyPage }, { readPage }] = await Promise.all([
    import('#mirror/apply/apply-page.ts'),
    import('../../builders/read-page.ts'),
  ]);
  return { applyPage, readPage };
}

async function readAny(page: ChangesPage): Promise<ChangesPage> {
  const { readPage } = await (applying ??= loadApplying());
  const read = readPage(page);
  if (read === null) throw new Error('the page is not ours');
  return read;
}

async function apply(page: ChangesPage): Promise<void> {
  await applyRead(await readAny(page));
}

async function applyRead(page: ChangesPage): Promise<void> {
  position ??= (await readMeta(mirror, 'cursor'))?.value ?? null;
  const { applyPage } = await (applying ??= loadApplying());
  await applyPage(mirror, { ...page, asked: position });
  position = page.next_cursor;
}

type Listing = Awaited<ReturnType<typeof list>>;
let waiting: ((listing: Listing) => void) | undefined;
let isWatched = false;

/** The rest of a pull, after the commit that the list shows. */
let applied: Promise<void> = Promise.resolve();

/** Resolves when the list on screen fulfils `test`. The first call puts the list on screen. */
function seen(test: (listing: Listing) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting = (listing) => {
      if (test(listing)) resolve();
    };
    if (isWatched) return;
    isWatched = true;
    liveQuery(() => list(ALL)).subscribe((listing) => waiting?.(listing), reject);
  });
}

export const store: Store = {
  async firstSync(nextPage) {
    const { buildSession } = await import('../../builders/build-people.ts');
    await writeMeta(mirror, { name: 'session', value: buildSession() });
    beginIndex(mirror);
    // As in a pull, the next page is requested and parsed while one is applied.
    const read = async () => {
      const page = await nextPage();
      return page === null ? null : readAny(page);
    };
    for (let coming = read(), page = await coming; page !== null; page = await coming) {
      coming = read();
      await applyRead(page);
    }
    return (await list(ALL)).total;
  },
  apply,
  async settle() {
    const { keepIndex } = await import('#mirror/engine/keep-for-start.ts');
    await keepIndex(mirror, CHANGES_BETWEEN);
  },
  firstRows: async () => (await list(ALL)).rows.length,
  filter: async (time) => (await list({ ...ALL, organizationId: sectorOf(time) })).total,
  counters: async () => (await countDocuments(mirror, { today: TODAY })).sent.ink,
  search: async (time) =>
    (await searchDocuments(mirror, { text: searchedAt(time), person, today: TODAY, limit: FOUND_ROWS })).total,
  async react(page) {
    await applied;
    // A pull parses a page once.
    const read = await readAny(page);
    const change = read.changes[0];
    const shown = seen(({ rows }) => rows.some(({ rev }) => rev === change?.rev));
    // The list must not know of the change before the commit.
    applied = applyRead(read);
    await shown;
  },
};
