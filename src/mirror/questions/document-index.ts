// What lists, counts and searches need of every document, kept in memory: 20,000 compact entries instead of 20,000 rows
// read for each question. Every write of `documents` leaves a note in its transaction, which keeps the entries up to
// date. A page begins with the stored index (keep-index.ts), so that it does not read every row first.

import { STORED_STATUSES } from '#domain/status.ts';
import { INDEX_FORMAT, type MirrorDocument, type StoredIndex } from '../store/rows.ts';
import { type EntryWords, storedWordsOf, wordsOf } from './entry-words.ts';
import type { Mirror } from '../store/schema.ts';
import { remembered } from './remembered.ts';

export type IndexEntry = {
  readonly key: string;
  /** Null until registered. */
  readonly serverId: number | null;
  readonly rev: number;
  readonly createdAt: string;
  readonly number: number | null;
  readonly storedStatus: MirrorDocument['stored_status'];
  readonly limitDate: string;
  readonly lastActivityAt: string;
  readonly isException: boolean;
  readonly createdBy: number;
  readonly responsibleIds: readonly number[];
  readonly responsibleIdsEver: readonly number[];
  /** Destination sectors. */
  readonly organizationIds: readonly number[];
  readonly subjectId: number;
  readonly words: EntryWords;
  /** Its place in `words`. */
  readonly place: number;
  /** The instants at which it reached each of `responsibleIds`; null when it reached all of them with its creation. */
  readonly arrivedAt: readonly string[] | null;
};

/** The instant at which it reached one of its responsibles. */
export function arrivalOf({ arrivedAt, responsibleIds, createdAt }: IndexEntry, userId: number): string {
  return arrivedAt?.[responsibleIds.indexOf(userId)] ?? createdAt;
}

/** Every listed document, newest first. */
export const { read: documentIndexOf, known: knownIndexOf } = remembered<readonly IndexEntry[]>({
  note: 'documentChanges',
  table: 'documents',
  stored(row) {
    if (row.name !== 'documentIndex' || row.value.format !== INDEX_FORMAT) return undefined;
    return { version: row.value.version, value: entriesIn(row.value) };
  },
  readAll: (mirror) => mirror.documents.toArray().then((rows) => sorted(rows.flatMap(entriesOf))),
  patch: (mirror, { before, changed }) =>
    mirror.documents.bulkGet([...changed]).then((rows) =>
      merged(
        before.filter((entry) => !changed.has(entry.key)),
        sorted(rows.flatMap((row) => (row === undefined ? [] : entriesOf(row)))),
      ),
    ),
});

/** A start reads the rows that changed after the index was stored; it is stored again when so many have. */
export const CHANGES_BETWEEN = 250;

/** Whether storing the index pays: so many documents changed since it was stored, and so few are not read as fast. */
export function isIndexDue(mirror: Mirror): boolean {
  const known = knownIndexOf(mirror);
  return known !== undefined && known.unsaved >= CHANGES_BETWEEN && known.value.length >= CHANGES_BETWEEN;
}

/** Newest first; between equals the key decides, so that pages never overlap. */
function compareEntries(left: IndexEntry, right: IndexEntry): number {
  if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? 1 : -1;
  return left.key < right.key ? 1 : -1;
}

function sorted(entries: IndexEntry[]): IndexEntry[] {
  return entries.sort(compareEntries);
}

/** The few changed entries in their places among the others, both in order. */
function merged(others: readonly IndexEntry[], fresh: readonly IndexEntry[]): IndexEntry[] {
  const all: IndexEntry[] = [];
  let from = 0;
  for (const entry of fresh) {
    let low = from;
    let high = others.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareEntries(others[middle] ?? entry, entry) < 0) low = middle + 1;
      else high = middle;
    }
    for (let at = from; at < low; at += 1) all.push(others[at] ?? entry);
    all.push(entry);
    from = low;
  }
  return all.concat(others.slice(from));
}

function entriesIn(index: StoredIndex): IndexEntry[] {
  const created = index.createdAt.split('\n');
  const active = index.lastActivityAt.split('\n');
  const arrived = index.arrivedAt.split('\n');
  const words = storedWordsOf(index.words);
  const [now, ever, sectors] = index.listed;
  const listOf = (places: Uint32Array | undefined, at: number) => index.lists[places?.[at] ?? 0] ?? [];
  return index.keys.split('\n').map((key, at) => ({
    key,
    serverId: index.serverIds[at] ?? null,
    rev: index.revs[at] ?? 0,
    createdAt: created[at] ?? '',
    number: index.numbers[at] ?? null,
    storedStatus: STORED_STATUSES[index.statuses[at] ?? 0] ?? 'pending',
    limitDate: index.days[index.limitDates[at] ?? 0] ?? '',
    lastActivityAt: active[at] || (created[at] ?? ''),
    isException: index.exceptions[at] === 1,
    createdBy: index.authors[at] ?? 0,
    responsibleIds: listOf(now, at),
    responsibleIdsEver: listOf(ever, at),
    organizationIds: listOf(sectors, at),
    subjectId: index.subjects[at] ?? 0,
    words,
    place: at,
    arrivedAt: arrived[at] ? arrived[at].split(' ') : null,
  }));
}

function entriesOf(row: MirrorDocument): IndexEntry[] {
  if (row.gone === true) return [];
  const arrivals = row.responsibles.map(({ id }) => row.facts.arrived_at[String(id)] ?? row.created_at);
  return [
    {
      key: row.key,
      serverId: row.serverId,
      rev: row.rev,
      createdAt: row.created_at,
      number: row.number,
      storedStatus: row.stored_status,
      limitDate: row.limit_date,
      lastActivityAt: row.last_activity_at,
      isException: row.is_exception,
      createdBy: row.created_by,
      responsibleIds: row.responsibles.map((person) => person.id),
      responsibleIdsEver: row.facts.responsible_ids_ever,
      organizationIds: row.organizations.map((sector) => sector.id),
      subjectId: row.subject.id,
      words: wordsOf(row.searchText),
      place: 0,
      arrivedAt: arrivals.every((at) => at === row.created_at) ? null : arrivals,
    },
  ];
}
