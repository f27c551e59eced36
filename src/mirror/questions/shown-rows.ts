// The rows of the last list, kept in memory, so that a change of one document does not read the others of the screen again. What has
// changed since is kept with them until the next list, so that the first page of a walk is not read again to be shown (S129).

import { Dexie, type PromiseExtended } from 'dexie';
import type { MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import type { IndexEntry } from './index-entry.ts';

type Entries = readonly IndexEntry[];
type Rows = Map<string, MirrorDocument>;
/** Undefined for a key whose row is gone. */
export type ChangedRows = ReadonlyMap<string, MirrorDocument | undefined>;

/** With more rows than these only those that were shown are kept. The first page of a walk has fewer. */
const CHANGED_MAX = 250;

/** The rows are those of the index that they were read with. */
const shown = new WeakMap<Mirror, { readonly entries: Entries; readonly rows: Rows }>();

/** In the order of the keys; undefined for a key without a row. Inside a transaction in which the index is as of now. */
export function rowsWith(
  mirror: Mirror,
  { entries, keys }: { entries: Entries; keys: readonly string[] },
): PromiseExtended<(MirrorDocument | undefined)[]> {
  const last = shown.get(mirror);
  const known = last?.entries === entries ? last.rows : undefined;
  const missing = keys.filter((key) => known?.has(key) !== true);
  const reading = missing.length === 0 ? Dexie.Promise.resolve([]) : mirror.documents.bulkGet(missing);
  return reading.then((read) => {
    const found = new Map(missing.map((key, at) => [key, read[at]]));
    return keys.map((key) => known?.get(key) ?? found.get(key));
  });
}

/** The same from memory alone; undefined when not all of them are there as of `entries`. */
export function keptRows(
  mirror: Mirror,
  { entries, keys }: { entries: Entries; keys: readonly string[] },
): readonly MirrorDocument[] | undefined {
  const last = shown.get(mirror);
  const rows = last?.entries === entries ? keys.flatMap((key) => last.rows.get(key) ?? []) : [];
  return rows.length === keys.length ? rows : undefined;
}

/** Keeps the rows of an answer that was as of `entries`. */
export function keepShown(
  mirror: Mirror,
  { entries, rows }: { entries: Entries; rows: readonly (MirrorDocument | undefined)[] },
): void {
  shown.set(mirror, { entries, rows: new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.key, row]]))) });
}

/** The index has become another one by these changes. */
export function moveShown(
  mirror: Mirror,
  { from, to, changed }: { from: Entries; to: Entries; changed: ChangedRows },
): void {
  const last = shown.get(mirror);
  const rows: Rows = last?.entries === from ? last.rows : new Map();
  const isSmall = rows.size + changed.size <= CHANGED_MAX;
  for (const [key, row] of changed) {
    const isShown = rows.delete(key);
    if (row !== undefined && (isSmall || isShown)) rows.set(key, row);
  }
  shown.set(mirror, { entries: to, rows });
}
