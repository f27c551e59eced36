// What lists, counts and searches need of every document, kept in memory: 20,000 compact entries instead of 20,000 rows
// read for each question. Every write of `documents` leaves a note in its transaction, which keeps the entries up to
// date. A page begins with the stored index (keep-index.ts), so that it does not read every row first.

import { keepDayCounts } from './day-counts.ts';
import { expectRows, takeRows } from '../store/handed-rows.ts';
import { type MirrorDocument } from '../store/rows.ts';
import { INDEX_FORMAT } from '../store/index-columns.ts';
import { type IndexEntry, IndexTable } from './index-entry.ts';
import type { Mirror } from '../store/schema.ts';
import { serverIdOfKey } from '../store/server-key.ts';
import { columnsOf, factsOf, WordPacker } from './pack-index.ts';
import { remembered } from './remembered.ts';

export type { IndexEntry };

type Entries = readonly IndexEntry[];

/** Every listed document, newest first. */
export const {
  read: documentIndexOf,
  within: withDocumentIndex,
  known: knownIndexOf,
  begin: beginIndex,
} = remembered<Entries>({
  note: 'documentChanges',
  table: 'documents',
  stored(row) {
    if (row.name !== 'documentIndex' || row.value.format !== INDEX_FORMAT) return undefined;
    const value = new IndexTable(row.value.columns).entries();
    keepDayCounts(value, row.value.days);
    return { version: row.value.version, value };
  },
  readAll: (mirror) => mirror.documents.toArray().then((rows) => entriesOf(rows)),
  patch: (mirror, { before, changed }) =>
    mirror.documents.changed([...changed]).then((rows) => patched(before, { changed, rows })),
  written: { expect: expectRows, take: takenOver },
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
  return right.createdMs - left.createdMs || (left.key < right.key ? 1 : -1);
}

function entriesOf(rows: readonly MirrorDocument[]): IndexEntry[] {
  const words = new WordPacker();
  const listed = rows.filter((row) => row.gone !== true);
  for (const row of listed) words.addRow(row);
  return new IndexTable(columnsOf(listed.map(factsOf), words.packed())).entries().sort(compareEntries);
}

/** The entries with the rows that this context has written since. */
function takenOver(mirror: Mirror, { before, ...span }: { before: Entries; version: number; upTo: number }) {
  const handed = takeRows(mirror, span);
  const last = handed.at(-1);
  if (last === undefined) return undefined;
  const rows = new Map(handed.flatMap((one) => one.rows));
  return {
    version: last.version,
    value: patched(before, { changed: new Set(rows.keys()), rows: rows.values() }),
    changed: rows.size,
  };
}

type ChangedRows = { readonly changed: ReadonlySet<string>; readonly rows: Iterable<MirrorDocument | undefined> };

/** The entries with the rows of `changed` as they are now. */
function patched(before: Entries, { changed, rows }: ChangedRows): Entries {
  return merged(without(before, changed), entriesOf([...rows].filter((row) => row !== undefined)));
}

/** The entries but those of these keys. */
function without(entries: readonly IndexEntry[], keys: ReadonlySet<string>): readonly IndexEntry[] {
  const ids = new Set([...keys].map(serverIdOfKey));
  return entries.filter((entry) => {
    const local = entry.localKey;
    return local === undefined ? !ids.has(entry.serverId) : !keys.has(local);
  });
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
