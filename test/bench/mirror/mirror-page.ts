// Our repository: the mirror as the application uses it.

import { readChangesPage } from '#contract/read-changes.ts';
import type { ChangesPage } from '#contract/sync.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { countDocuments } from '#mirror/questions/count-documents.ts';
import { CHANGES_BETWEEN } from '#mirror/questions/document-index.ts';
import { keepIndex } from '#mirror/questions/keep-index.ts';
import { type DocumentFilters, listDocuments } from '#mirror/questions/list-documents.ts';
import { searchDocuments } from '#mirror/questions/search-documents.ts';
import { readMeta, writeMeta } from '#mirror/store/meta.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { liveQuery } from 'dexie';
import { buildSession } from '../../builders/build-people.ts';
import { FOUND_ROWS, offer, SEARCHED, SECTOR } from './store.ts';
import { TODAY } from './town.ts';

const mirror = new Mirror('bench');
const person = { userId: 7, superAdmin: false, acronym: 'PMVI' };
const ALL: DocumentFilters = { order: 'desc', page: 1 };
const list = (filters: DocumentFilters) =>
  listDocuments(mirror, { filters, person, today: TODAY, zone: 'America/Sao_Paulo' });

/** The cursor with which the next page is asked for: a pull knows it before the page comes. */
let asked: string | null | undefined;

/** The server answers ours in the compact form, unless the bench asks for the full one. */
function readPage(page: ChangesPage): ChangesPage {
  const read = readChangesPage(page);
  if (read === null) throw new Error('the page is not ours');
  return read;
}

async function apply(page: ChangesPage): Promise<void> {
  asked ??= (await readMeta(mirror, 'cursor'))?.value ?? null;
  await applyPage(mirror, { ...readPage(page), asked });
  asked = page.next_cursor;
}

offer({
  async firstSync(nextPage) {
    await writeMeta(mirror, { name: 'session', value: buildSession() });
    for (let page = await nextPage(); page !== null; page = await nextPage()) await apply(page);
    return (await list(ALL)).total;
  },
  apply,
  settle: () => keepIndex(mirror, CHANGES_BETWEEN),
  firstRows: async () => (await list(ALL)).rows.length,
  filter: async () => (await list({ ...ALL, organizationId: SECTOR })).total,
  counters: async () => (await countDocuments(mirror, { today: TODAY })).sent.ink,
  search: async () =>
    (await searchDocuments(mirror, { text: SEARCHED, person, today: TODAY, limit: FOUND_ROWS })).total,
  react: (page) =>
    new Promise((resolve, reject) => {
      const change = readPage(page).changes[0];
      let isApplied = false;
      const watching = liveQuery(() => list(ALL)).subscribe({
        next({ rows }) {
          if (!isApplied) {
            isApplied = true;
            apply(page).catch(reject);
          } else if (rows.some(({ rev }) => rev === change?.rev)) {
            watching.unsubscribe();
            resolve();
          }
        },
        error: reject,
      });
    }),
});
