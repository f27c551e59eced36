// Stores copies of the index of documents and of the list of kept details, so that the next start
// need not read every row. A copy may be lost: where one is missing or too old, the value is built
// from the rows.

import {
  CHANGES_BETWEEN,
  dayColumnsOf,
  documentIndexOf,
  isIndexDue,
  keepDayCounts,
  knownIndexOf,
} from './document-index.ts';
import { areKeptDetailsDue, keptDetailsOf, knownDetailsOf } from './changes.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, readMeta, StorageTrouble, writeMeta } from '../store/storage.ts';
import { INDEX_FORMAT, type WordColumns } from '../store/index-columns.ts';
import {
  columnsOf,
  distinct,
  type EntryWords,
  type IndexEntry,
  IndexTable,
  listsOf,
  wordColumnsOf,
} from './index-table.ts';

/** Stores the copies that are due: those whose rows have changed often since they were stored. */
export async function keepForStart(mirror: Mirror): Promise<void> {
  if (isIndexDue(mirror)) await keepIndex(mirror, CHANGES_BETWEEN);
  if (areKeptDetailsDue(mirror)) await keepKeptDetails(mirror);
}

/** How many documents' words are packed before the page may do other work. */
const SLICE = 500;

/**
 * Stores the index when at least `changes` rows have changed since it was stored. On a full device
 * it is not stored.
 */
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
        // Nothing is stored for a person who has logged out meanwhile.
        if ((await readMeta(mirror, 'session')) !== undefined)
          await writeMeta(mirror, { name: 'documentIndex', value });
      },
    });
  } catch (error) {
    if (!(error instanceof StorageTrouble)) throw error;
  }
  // The packed columns replace those in memory, where entries lay in the columns of many changes.
  known.value = new IndexTable(columns).entries();
  keepDayCounts(known.value, days);
  // Reset also on a full device, because packing the index again at each pull would not make space.
  known.unsaved = 0;
}

/**
 * Packs the words of entries, some documents at a time, so that the page can do other work in
 * between.
 */
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

/** Maps a line of `words` to its position among the packed lines. */
function mover(words: EntryWords, placeOf: (line: string) => number): (place: number) => number {
  const list = words.list();
  const places: number[] = [];
  return (place) => (places[place] ??= placeOf(list[place] ?? ''));
}

/** Stores the list of kept details. On a full device it is not stored. */
export async function keepKeptDetails(mirror: Mirror): Promise<void> {
  await keptDetailsOf(mirror);
  const now = knownDetailsOf(mirror);
  if (now === undefined) return;
  const { value: kept, version } = now;
  const value = {
    version,
    keys: [...kept.keys()],
    revs: Float64Array.from(kept.values(), ({ rev }) => rev),
    openedAtMs: Float64Array.from(kept.values(), (one) => one.openedAtMs),
    repliers: listsOf(Array.from(kept.values(), (one) => one.replierIds)),
  };
  try {
    await durably(mirror, {
      tables: ['meta'],
      isSpare: true,
      work: async () => {
        // Nothing is stored for a person who has logged out meanwhile.
        if ((await readMeta(mirror, 'session')) !== undefined) await writeMeta(mirror, { name: 'keptDetails', value });
      },
    });
  } catch (error) {
    if (!(error instanceof StorageTrouble)) throw error;
  }
  now.unsaved = 0;
}
