// The floors, in raw IndexedDB with durability strict, by the name of the origin. `f2`: two
// indexes. `fa`: everything indexed, the folded words in a multiEntry index. `n0`: every page is
// fetched and parsed, and not stored. `fp`: `f2`, whose changes keep a mirror's promises
// (kept-floor.ts).

import type { DocumentRow } from '#contract/documents.ts';
import type { ChangesPage } from '#contract/sync.ts';
import { fold, searchTextOf, searchTokens } from '#domain/search.ts';
import { STORED_STATUSES } from '#domain/status.ts';
import { applyKept, makeKept, versionNow } from './kept-floor.ts';
import { answerOf, ended } from './requests.ts';
import { FOUND_ROWS, LISTED_ROWS, offer, searchedAt, sectorOf } from './store.ts';

const kind = location.hostname.split('.')[0];
const isAll = kind === 'fa';
const isKept = kind === 'fp';

type IndexedRow = DocumentRow & { words?: string[]; sectors?: number[]; people?: number[] };

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('floor', 1);
    request.addEventListener('error', () => reject(request.error));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('upgradeneeded', () => {
      const store = request.result.createObjectStore('documents', { keyPath: 'id' });
      for (const name of ['created_at', 'stored_status']) store.createIndex(name, name);
      if (isKept) makeKept(request.result);
      if (!isAll) return;
      for (const name of ['rev', 'number', 'limit_date', 'created_by', 'subject.id', 'last_activity_at']) {
        store.createIndex(name, name);
      }
      for (const name of ['words', 'sectors', 'people']) store.createIndex(name, name, { multiEntry: true });
    });
  });
  return opening;
}

async function documents(mode: IDBTransactionMode = 'readonly'): Promise<IDBObjectStore> {
  return (await open()).transaction('documents', mode, { durability: 'strict' }).objectStore('documents');
}

function storedOf(row: DocumentRow): IndexedRow {
  if (!isAll) return row;
  const text = searchTextOf({
    ticket: `PMVI${row.number}`,
    title: row.title,
    physicalDocumentNumber: row.physical_document_number,
    subject: row.subject.name,
    tags: row.tags.map((tag) => tag.title),
    responsibles: row.responsibles.map((person) => `${person.name} ${person.last_name}`),
    sectors: row.organizations.map((sector) => `${sector.name} ${sector.acronym}`),
  });
  return {
    ...row,
    words: [...new Set(text.split(' '))],
    sectors: row.organizations.map((sector) => sector.id),
    people: row.responsibles.map((person) => person.id),
  };
}

async function apply({ changes }: ChangesPage): Promise<void> {
  const store = await documents('readwrite');
  for (const change of changes) {
    if (change.collection === 'documents' && change.op === 'put') store.put(storedOf(change.row));
  }
  await ended(store.transaction);
}

const change = async (page: ChangesPage) => (isKept ? applyKept(await open(), page) : apply(page));

/** The newest first. */
async function newest(
  source: IDBObjectStore | IDBIndex,
  { query = null, count }: { query?: IDBKeyRange | null; count: number },
): Promise<IndexedRow[]> {
  const options = { query, count, direction: 'prev' };
  return answerOf((source.getAll as (options: object) => IDBRequest<IndexedRow[]>)(options));
}

const firstRows = async () => (await newest((await documents()).index('created_at'), { count: LISTED_ROWS })).length;

offer({
  async firstSync(nextPage) {
    let rows = 0;
    for (let page = await nextPage(); page !== null; page = await nextPage()) {
      rows += page.changes.length;
      if (kind !== 'n0') await apply(page);
    }
    if (kind !== 'n0') await firstRows();
    return rows;
  },
  apply: change,
  firstRows: async () => (kind === 'n0' ? 0 : firstRows()),
  async filter(time) {
    const index = (await documents()).index('sectors');
    const query = IDBKeyRange.only(sectorOf(time));
    const [count] = await Promise.all([answerOf(index.count(query)), newest(index, { query, count: LISTED_ROWS })]);
    return count;
  },
  async counters() {
    const index = (await documents()).index('stored_status');
    const counts = await Promise.all(STORED_STATUSES.map((status) => answerOf(index.count(status))));
    return counts.reduce((sum, count) => sum + count, 0);
  },
  async search(time) {
    const store = await documents();
    const words = searchTokens(fold(searchedAt(time)));
    const keys = await Promise.all(
      words.map((word) =>
        answerOf(store.index('words').getAllKeys(IDBKeyRange.bound(word, `${word}\uffff`)) as IDBRequest<number[]>),
      ),
    );
    const [first = new Set<number>(), ...others] = keys.map((some) => new Set(some));
    const found = [...first].filter((key) => others.every((other) => other.has(key))).sort((a, b) => b - a);
    await Promise.all(found.slice(0, FOUND_ROWS).map((key) => answerOf(store.get(key))));
    return found.length;
  },
  async react(page) {
    await change(page);
    if (!isKept) return void (await firstRows());
    const transaction = (await open()).transaction(['documents', 'position']);
    const rows = newest(transaction.objectStore('documents').index('created_at'), { count: LISTED_ROWS });
    await Promise.all([versionNow(transaction), rows]);
  },
});
