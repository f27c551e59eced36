// Stores the index of documents, so that the next start need not read every row. It is a copy that may be lost: without it, or
// when it is too old, the index is made of the rows.

import { readMeta, writeMeta } from '../store/meta.ts';
import { INDEX_FORMAT, type WordColumns } from '../store/index-columns.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, StorageTrouble } from '../store/storage.ts';
import { dayColumnsOf, keepDayCounts } from './day-counts.ts';
import { documentIndexOf, knownIndexOf } from './document-index.ts';
import type { EntryWords } from './entry-words.ts';
import { type IndexEntry, IndexTable } from './index-entry.ts';
import { columnsOf, distinct, wordColumnsOf } from './pack-index.ts';

/** Documents whose words are packed at once. */
const SLICE = 500;

/** Stores the index when at least `changes` rows have changed since it was stored. A device without space goes without. */
export async function keepIndex(mirror: Mirror, changes: number): Promise<void> {
  await documentIndexOf(mirror);
  const known = knownIndexOf(mirror);
  if (known === undefined || known.unsaved < changes || known.value.length === 0) return;
  const { value: entries, version } = known;
  const columns = columnsOf(entries, await packedWords(mirror, entries));
  const days = dayColumnsOf(entries);
  const value = { format: INDEX_FORMAT, version, columns, days };
  try {
    await durably(mirror, {
      tables: ['meta'],
      isSpare: true,
      work: async () => {
        // Nothing of a person who has left meanwhile may stay.
        if ((await readMeta(mirror, 'session')) !== undefined)
          await writeMeta(mirror, { name: 'documentIndex', value });
      },
    });
  } catch (error) {
    if (!(error instanceof StorageTrouble)) throw error;
  }
  // In memory the entries lay in the columns of every change since.
  known.value = new IndexTable(columns).entries();
  keepDayCounts(known.value, days);
  // Also when it did not fit: packing it again at each pull would not make room.
  known.unsaved = 0;
}

/** By slices: between them the page does what else it has to do. */
async function packedWords(mirror: Mirror, entries: readonly IndexEntry[]): Promise<WordColumns> {
  const { all, placeOf } = distinct<string>();
  const places: number[] = [];
  const starts = [0];
  const titles: number[] = [];
  const moved = new Map<EntryWords, (place: number) => number>();
  for (const [at, { table, place }] of entries.entries()) {
    const placeNow = moved.get(table.words) ?? mover(table.words, placeOf);
    moved.set(table.words, placeNow);
    const { lines, title } = table.words.placesOf(place);
    for (const line of lines) places.push(placeNow(line));
    titles.push(title);
    starts.push(places.length);
    if (at % SLICE === 0) await readMeta(mirror, 'session');
  }
  return wordColumnsOf({ all, places, starts, titles });
}

/** The place that a line of some columns has among those that are packed. */
function mover(words: EntryWords, placeOf: (line: string) => number): (place: number) => number {
  const list = words.list();
  const places: number[] = [];
  return (place) => (places[place] ??= placeOf(list[place] ?? ''));
}
