// The index: what lists, counts and searches need of every document, as compact entries in memory,
// so that a question does not read up to 20,000 rows. Every write of `documents` leaves a note in
// its transaction, by which the entries are brought up to date. A page begins with the stored index
// (keep-for-start.ts) and so need not read every row first.

import type { CalendarDay } from '#domain/dates.ts';
import { type StatusFacts, STORED_STATUSES } from '#domain/status.ts';
import { Dexie, type PromiseExtended } from 'dexie';
import { type DayColumns, INDEX_FORMAT } from '../store/index-columns.ts';
import { type MirrorDocument, serverIdOfKey } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { columnsOf, factsOf, type IndexEntry, IndexTable, wordsOf } from './index-table.ts';
import { remembered } from './changes.ts';

export type { IndexEntry };

type Entries = readonly IndexEntry[];

/** The index in memory: every listed document, newest first. */
export const {
  read: documentIndexOf,
  within,
  known: knownIndexOf,
  put: putIndex,
  begin: beginIndex,
} = remembered<Entries>({
  note: 'documentChanges',
  tables: ['documents', 'bases'],
  stored: {
    name: 'documentIndex',
    read(row) {
      if (row.name !== 'documentIndex' || row.value.format !== INDEX_FORMAT) return undefined;
      const value = new IndexTable(row.value.columns).entries();
      keepDayCounts(value, row.value.days);
      return { version: row.value.version, value };
    },
  },
  sizeOf: (entries) => entries.length,
  readAll: (mirror) => mirror.documents.toArray().then((rows) => entriesOf(rows)),
  patch: (mirror, { before, changed }) =>
    mirror.documents.changed([...changed]).then((rows) => {
      const read = new Map([...changed].map((key, at) => [key, rows[at]]));
      return patched(before, read);
    }),
});

/** Reads the rows of entries, in the order of the entries; undefined for a row that is gone. */
type RowsOf = (wanted: Entries) => PromiseExtended<(MirrorDocument | undefined)[]>;

/**
 * Rows that were read, by entry. An entry stands for one state of its document: when the document
 * changes, a new entry replaces it. So a list that is queried again after a change reads only rows
 * that have changed.
 */
const rowsRead = new WeakMap<IndexEntry, MirrorDocument>();
/** The most rows that a query for one screen reads. The rows of larger queries are not kept. */
const ROWS_OF_SCREEN = 50;

function keepRow(entry: IndexEntry | undefined, row: MirrorDocument | undefined): void {
  if (entry !== undefined && row !== undefined) rowsRead.set(entry, row);
}

/**
 * Calls `ask` with the present index and a reader of rows, in the transaction that has read the
 * note of changes.
 */
export function withDocumentIndex<Answer>(
  mirror: Mirror,
  ask: (entries: Entries, rowsOf: RowsOf) => Answer | PromiseExtended<Answer>,
): PromiseExtended<Answer> {
  const rowsOf: RowsOf = (wanted) => {
    const missing = wanted.filter((entry) => !rowsRead.has(entry));
    if (missing.length === 0) return Dexie.Promise.resolve(wanted.map((entry) => rowsRead.get(entry)));
    return mirror.documents.bulkGet(missing.map(({ key }) => key)).then((read) => {
      if (missing.length <= ROWS_OF_SCREEN) for (const [at, entry] of missing.entries()) keepRow(entry, read[at]);
      const found = new Map(missing.map((entry, at) => [entry, read[at]]));
      return wanted.map((entry) => found.get(entry) ?? rowsRead.get(entry));
    });
  };
  return within(mirror, (entries) => ask(entries, rowsOf));
}

/**
 * After this many changes the index is stored again. A start reads the rows that changed after the
 * index was stored.
 */
export const CHANGES_BETWEEN = 250;

/**
 * Whether storing the index pays: it has `CHANGES_BETWEEN` documents, and as many have changed
 * since it was stored.
 */
export function isIndexDue(mirror: Mirror): boolean {
  const known = knownIndexOf(mirror);
  return known !== undefined && known.unsaved >= CHANGES_BETWEEN && known.value.length >= CHANGES_BETWEEN;
}

/** The fields by which entries are sorted. */
type SortFields = Pick<IndexEntry, 'key' | 'createdMs'>;

/**
 * The entries of these documents, in the order of `rows`, if the index in memory is as of `version`
 * and has all of them; otherwise undefined.
 */
export function entriesAsOf(
  mirror: Mirror,
  { version, rows }: { version: number | undefined; rows: readonly SortFields[] },
): Entries | undefined {
  const known = knownIndexOf(mirror);
  if (known === undefined || known.version !== version) return undefined;
  const found = rows.flatMap((row) => known.value[placeOf(known.value, row) ?? Infinity] ?? []);
  return found.length === rows.length ? found : undefined;
}

/**
 * The order of the index: newest first. Between documents of the same instant the key decides, so
 * that pages never overlap. 0 only for the same document.
 */
function compareEntries(left: SortFields, right: SortFields): number {
  return right.createdMs - left.createdMs || compareKeys(right.key, left.key);
}

function compareKeys(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function entriesOf(rows: readonly (MirrorDocument | undefined)[]): IndexEntry[] {
  const listed = rows.flatMap((row) => (row === undefined || row.gone === true ? [] : row));
  const entries = new IndexTable(columnsOf(listed.map(factsOf), wordsOf(listed))).entries();
  if (listed.length <= ROWS_OF_SCREEN) for (const [at, row] of listed.entries()) keepRow(entries[at], row);
  return entries.sort(compareEntries);
}

/**
 * Takes rows that this context has written into the index in memory. `version`: that of the note of
 * the write. Does nothing unless the index is as of the version before it.
 */
export function followWrite(mirror: Mirror, { version, changed }: { version: number; changed: ChangedRows }): void {
  const known = knownIndexOf(mirror);
  if (known === undefined || known.version !== version - 1) return;
  const unsaved = known.unsaved + changed.size;
  putIndex(mirror, { version, value: patched(known.value, changed), unsaved });
}

/** The rows that changed, by key; undefined for a row that was deleted. */
type ChangedRows = ReadonlyMap<string, MirrorDocument | undefined>;

/** The index with the changed rows; its counts by day are moved along. */
function patched(before: Entries, changed: ChangedRows): Entries {
  const fresh = entriesOf([...changed.values()]);
  const places = fresh.flatMap((entry) => placeOf(before, entry) ?? []);
  const { value, left } =
    places.length === changed.size ? exchanged(before, { places, fresh }) : rearranged(before, { changed, fresh });
  moveDayCounts(before, { to: value, left, fresh });
  return value;
}

type PatchResult = { readonly value: Entries; readonly left: Entries };

/**
 * The result of a usual change: each document has an entry already, and the new one takes its
 * position.
 */
function exchanged(before: Entries, { places, fresh }: { places: readonly number[]; fresh: Entries }): PatchResult {
  const value = [...before];
  const left = places.flatMap((place, at) => value.splice(place, 1, ...fresh.slice(at, at + 1)));
  return { value, left };
}

/** The result of a change in which documents came, went, or got another time of creation. */
function rearranged(before: Entries, { changed, fresh }: { changed: ChangedRows; fresh: Entries }): PatchResult {
  const ids = new Set([...changed.keys()].map(serverIdOfKey));
  const others: IndexEntry[] = [];
  const left: IndexEntry[] = [];
  for (const entry of before) {
    const local = entry.localKey;
    const isLeft = local === undefined ? ids.has(entry.serverId) : changed.has(local);
    (isLeft ? left : others).push(entry);
  }
  return { value: merged(others, fresh), left };
}

/** The position of the entry with the key and creation time of `wanted`. */
function placeOf(entries: Entries, wanted: SortFields): number | undefined {
  const place = firstFrom(entries, { wanted, from: 0 });
  const found = entries[place];
  return found !== undefined && compareEntries(found, wanted) === 0 ? place : undefined;
}

/** The position of the first entry from `from` on that does not come before `wanted`. */
function firstFrom(entries: Entries, { wanted, from }: { wanted: SortFields; from: number }): number {
  let low = from;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareEntries(entries[middle] ?? wanted, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Merges the few changed entries into the others; both are sorted. */
function merged(others: Entries, fresh: Entries): IndexEntry[] {
  const all: IndexEntry[] = [];
  let from = 0;
  for (const entry of fresh) {
    const to = firstFrom(others, { wanted: entry, from });
    for (let at = from; at < to; at += 1) all.push(others[at] ?? entry);
    all.push(entry);
    from = to;
  }
  return all.concat(others.slice(from));
}

const kept = new WeakMap<readonly IndexEntry[], DayColumns>();

/**
 * The rule of one day and its results. `places`: for each date and status the position of its class
 * in `classes`, plus one; 0 while it has not been computed.
 */
type DayClasses<Class> = {
  readonly today: CalendarDay;
  readonly classOf: (facts: StatusFacts) => Class;
  readonly places: Uint8Array;
};

/**
 * Makes a query over the counts by limit date and status: how many documents are in each of
 * `classes` on a day. The stored index has these few counts, so a start need not go through all
 * documents. `ruleOn` gives the rule of a day. The class of a date and status is computed once, and
 * kept while the list of dates stays the same.
 */
export function countedBy<Class extends string>(
  classes: readonly Class[],
  ruleOn: (today: CalendarDay) => (facts: StatusFacts) => Class,
): (days: DayColumns, today: CalendarDay) => Readonly<Record<Class, number>> {
  const known = new WeakMap<DayColumns['dates'], DayClasses<Class>>();
  const foundOn = ({ dates, counts }: DayColumns, today: CalendarDay): DayClasses<Class> => {
    const last = known.get(dates);
    if (last?.today === today) return last;
    const found = { today, classOf: ruleOn(today), places: new Uint8Array(counts.length) };
    known.set(dates, found);
    return found;
  };
  return (days, today) => {
    const { classOf, places } = foundOn(days, today);
    const sums = classes.map(() => 0);
    const { counts } = days;
    for (let at = 0; at < counts.length; at += 1) {
      const count = counts[at];
      if (!count) continue;
      const place = (places[at] ||= classes.indexOf(classOf(factsAt(days, at))) + 1);
      sums[place - 1] = (sums[place - 1] ?? 0) + count;
    }
    return Object.fromEntries(classes.map((name, place) => [name, sums[place]])) as Record<Class, number>;
  };
}

function factsAt({ dates }: DayColumns, at: number): StatusFacts {
  const limitDate = dates[Math.floor(at / STORED_STATUSES.length)] ?? '';
  return { limitDate, storedStatus: STORED_STATUSES[at % STORED_STATUSES.length] ?? 'completed' };
}

/** The counts of a list of entries by limit date and status, computed once for each list. */
export function dayColumnsOf(entries: readonly IndexEntry[]): DayColumns {
  const known = kept.get(entries);
  if (known !== undefined) return known;
  const dates = [...new Set(entries.map(dateOf))];
  const days = { dates, counts: new Uint32Array(dates.length * STORED_STATUSES.length) };
  countIn(days, { entries, step: 1 });
  kept.set(entries, days);
  return days;
}

/** Remembers the counts that were stored with these entries. */
export function keepDayCounts(entries: readonly IndexEntry[], days: DayColumns): void {
  kept.set(entries, days);
}

/**
 * Computes the counts of the list `to` from those of `before`, where these are known: entries of
 * `left` are gone and those of `fresh` are new. The counts of `before` are not changed, because
 * they may be about to be stored.
 */
export function moveDayCounts(
  before: readonly IndexEntry[],
  change: { to: readonly IndexEntry[]; left: readonly IndexEntry[]; fresh: readonly IndexEntry[] },
): void {
  const known = kept.get(before);
  if (known === undefined) return;
  const days = withDates(known, new Set(change.fresh.map(dateOf)));
  countIn(days, { entries: change.left, step: -1 });
  countIn(days, { entries: change.fresh, step: 1 });
  kept.set(change.to, days);
}

/**
 * The date under which a document is counted. It is empty for a finished one, whose class does not
 * depend on the day.
 */
function dateOf({ storedStatus, limitDate }: IndexEntry): string {
  return storedStatus === 'completed' ? '' : limitDate;
}

function countIn({ dates, counts }: DayColumns, { entries, step }: { entries: readonly IndexEntry[]; step: 1 | -1 }) {
  const places = entries.length < dates.length ? null : new Map(dates.map((date, place) => [date, place]));
  for (const entry of entries) {
    const date = dateOf(entry);
    const place = places?.get(date) ?? dates.indexOf(date);
    const at = place * STORED_STATUSES.length + STORED_STATUSES.indexOf(entry.storedStatus);
    counts[at] = (counts[at] ?? 0) + step;
  }
}

/**
 * A copy of the counts with room for these dates. While no date is added, the copy has the same
 * array of dates, so that what is cached for the array stays valid.
 */
function withDates({ dates, counts: before }: DayColumns, some: ReadonlySet<string>): DayColumns {
  const missing = [...some].filter((date) => !dates.includes(date));
  const counts = new Uint32Array(before.length + missing.length * STORED_STATUSES.length);
  counts.set(before);
  return { dates: missing.length === 0 ? dates : [...dates, ...missing], counts };
}
