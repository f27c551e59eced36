// Stores the index of documents, so that the next start need not read every row. It is a copy that may be lost: without it, or
// when it is too old, the index is made of the rows.

import { STORED_STATUSES } from '#domain/status.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { INDEX_FORMAT, type StoredIndex, type StoredWords } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, StorageTrouble } from '../store/storage.ts';
import { documentIndexOf, type IndexEntry, knownIndexOf } from './document-index.ts';

/** Documents whose words are packed at once. */
const SLICE = 500;
/** The most that a place of two bytes tells apart. */
const SHORT_PLACES = 65_536;

type Known = { readonly value: readonly IndexEntry[]; readonly version: number };

/** Stores the index when at least `changes` rows have changed since it was stored. A device without space goes without. */
export async function keepIndex(mirror: Mirror, changes: number): Promise<void> {
  await documentIndexOf(mirror);
  const known = knownIndexOf(mirror);
  if (known === undefined || known.unsaved < changes || known.value.length === 0) return;
  const words = await packedWords(mirror, known.value);
  const value = packed(known, words);
  try {
    await durably(mirror, {
      tables: ['meta'],
      work: async () => {
        // Nothing of a person who has left meanwhile may stay.
        if ((await readMeta(mirror, 'session')) !== undefined)
          await writeMeta(mirror, { name: 'documentIndex', value });
      },
    });
  } catch (error) {
    if (!(error instanceof StorageTrouble)) throw error;
  }
  // Also when it did not fit: packing it again at each pull would not make room.
  known.unsaved = 0;
}

/** By slices: between them the page does what else it has to do. */
async function packedWords(mirror: Mirror, entries: readonly IndexEntry[]): Promise<StoredWords> {
  const words = distinct<string>((word) => word);
  const places: number[] = [];
  const starts = new Uint32Array(entries.length + 1);
  for (const [at, entry] of entries.entries()) {
    for (const word of entry.words.text(entry.place).split(' ')) places.push(words.placeOf(word));
    starts[at + 1] = places.length;
    if (at % SLICE === 0) await readMeta(mirror, 'session');
  }
  const Places = words.all.length > SHORT_PLACES ? Uint32Array : Uint16Array;
  return { all: words.all.join('\n'), places: Places.from(places), starts };
}

function packed({ value: entries, version }: Known, words: StoredWords): StoredIndex {
  const days = distinct<string>((day) => day);
  const lists = distinct<readonly number[]>((ids) => ids.join());
  const lines = (of: (entry: IndexEntry) => string) => entries.map(of).join('\n');
  const list = (of: (entry: IndexEntry) => readonly number[]) =>
    Uint32Array.from(entries, (entry) => lists.placeOf(of(entry)));
  return {
    format: INDEX_FORMAT,
    version,
    keys: lines((entry) => entry.key),
    createdAt: lines((entry) => entry.createdAt),
    lastActivityAt: lines((entry) => (entry.lastActivityAt === entry.createdAt ? '' : entry.lastActivityAt)),
    arrivedAt: lines((entry) => entry.arrivedAt?.join(' ') ?? ''),
    serverIds: entries.map((entry) => entry.serverId),
    revs: entries.map((entry) => entry.rev),
    numbers: entries.map((entry) => entry.number),
    authors: entries.map((entry) => entry.createdBy),
    subjects: entries.map((entry) => entry.subjectId),
    statuses: Uint8Array.from(entries, (entry) => STORED_STATUSES.indexOf(entry.storedStatus)),
    exceptions: Uint8Array.from(entries, (entry) => Number(entry.isException)),
    limitDates: Uint32Array.from(entries, (entry) => days.placeOf(entry.limitDate)),
    days: days.all,
    listed: [
      list((entry) => entry.responsibleIds),
      list((entry) => entry.responsibleIdsEver),
      list((entry) => entry.organizationIds),
    ],
    lists: lists.all,
    words,
  };
}

/** Gives each value its place in `all`, where those of one name stand once. */
function distinct<Value>(nameOf: (value: Value) => string): { all: Value[]; placeOf(value: Value): number } {
  const all: Value[] = [];
  const places = new Map<string, number>();
  return {
    all,
    placeOf(value) {
      const name = nameOf(value);
      const known = places.get(name);
      if (known !== undefined) return known;
      places.set(name, all.length);
      return all.push(value) - 1;
    },
  };
}
