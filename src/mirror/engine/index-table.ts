// The index of documents in columns (src/mirror/store/index-columns.ts): a document is a position
// in columns of numbers. 20,000 entries with two fields each take a tenth of the memory of objects
// with all their values, and a stored index needs no unpacking. Each word or name by which
// documents are found is stored once for all of them, so a search looks for its words among those
// and then compares numbers. Columns are made from rows that have just been read, and from the
// entries of several columns when the index is stored.

import type { StoredStatus } from '#domain/status.ts';
import {
  columnOf,
  INDEX_LISTS,
  INDEX_NUMBERS,
  INDEX_TEXTS,
  type IndexColumns,
  type ListColumn,
  type NumberColumn,
  type TextColumn,
  type WordColumns,
} from '../store/index-columns.ts';
import { isLocalKey, keyOfServerId, type MirrorDocument } from '../store/rows.ts';
import { foldedName } from '#domain/search.ts';

/** What the index knows of a document. Instants are epoch ms. */
export type EntryFacts = {
  /** The key of a document that was made here; undefined for others. */
  readonly localKey: string | undefined;
  /** The document's id on the server; null until registered. */
  readonly serverId: number | null;
  readonly rev: number;
  readonly createdMs: number;
  /** The number in the document's ticket; null until registered. */
  readonly number: number | null;
  readonly storedStatus: StoredStatus;
  readonly limitDate: string;
  readonly lastActivityMs: number;
  readonly isException: boolean;
  readonly createdBy: number;
  readonly responsibleIds: readonly number[];
  readonly responsibleIdsEver: readonly number[];
  /** The sectors that the document is with. */
  readonly organizationIds: readonly number[];
  readonly subjectId: number;
  /**
   * When the document reached each of `responsibleIds`. Empty when it reached all of them with its
   * creation.
   */
  readonly arrivalsMs: readonly number[];
  /** People who were picked in a mention (rule B9). */
  readonly mentionedIds: readonly number[];
};

type ListName = (typeof INDEX_LISTS)[number];

/** Columns with their entries, lists and words. */
export class IndexTable {
  readonly columns: IndexColumns;
  readonly words: EntryWords;
  readonly lists: Readonly<Record<ListName, Lists>>;

  constructor(columns: IndexColumns) {
    this.columns = columns;
    this.words = new EntryWords(columns.words);
    const made = INDEX_LISTS.map((name) => [name, new Lists(columns.lists[name])]);
    this.lists = Object.fromEntries(made) as IndexTable['lists'];
  }

  /** All entries, in the order of the columns. */
  entries(): IndexEntry[] {
    const { length } = this.columns.numbers.rev;
    const entries: IndexEntry[] = [];
    for (let place = 0; place < length; place += 1) entries.push(new IndexEntry(this, place));
    return entries;
  }
}

/**
 * The lists of a column, each made when it is first read. All are empty where the column is
 * missing, because an older version stored the index.
 */
export class Lists {
  readonly #column: ListColumn;
  readonly #made: (readonly number[])[] = [];

  constructor(column: ListColumn = listsOf([])) {
    this.#column = column;
  }

  at(place: number): readonly number[] {
    const { places, starts, items } = this.#column;
    const list = places[place] ?? 0;
    return (this.#made[list] ??= Array.from(items.subarray(starts[list], starts[list + 1])));
  }
}

export class IndexEntry implements EntryFacts {
  readonly table: IndexTable;
  readonly place: number;

  constructor(table: IndexTable, place: number) {
    this.table = table;
    this.place = place;
  }

  get key(): string {
    return this.localKey ?? keyOfServerId(this.serverId ?? 0);
  }

  get localKey(): string | undefined {
    const { localKeys } = this.table.columns;
    return localKeys.size === 0 ? undefined : localKeys.get(this.place);
  }

  get serverId(): number | null {
    return this.table.columns.numbers.serverId[this.place] || null;
  }

  get rev(): number {
    return this.table.columns.numbers.rev[this.place] ?? 0;
  }

  get createdMs(): number {
    return this.table.columns.numbers.createdMs[this.place] ?? 0;
  }

  get number(): number | null {
    return this.table.columns.numbers.number[this.place] || null;
  }

  get storedStatus(): StoredStatus {
    const { places, all } = this.table.columns.texts.storedStatus;
    return all[places[this.place] ?? 0] as StoredStatus;
  }

  get limitDate(): string {
    const { places, all } = this.table.columns.texts.limitDate;
    return all[places[this.place] ?? 0] ?? '';
  }

  get lastActivityMs(): number {
    return this.table.columns.numbers.lastActivityMs[this.place] ?? 0;
  }

  get isException(): boolean {
    return this.table.columns.numbers.isException[this.place] === 1;
  }

  get createdBy(): number {
    return this.table.columns.numbers.createdBy[this.place] ?? 0;
  }

  get subjectId(): number {
    return this.table.columns.numbers.subjectId[this.place] ?? 0;
  }

  get responsibleIds(): readonly number[] {
    return this.table.lists.responsibleIds.at(this.place);
  }

  get responsibleIdsEver(): readonly number[] {
    return this.table.lists.responsibleIdsEver.at(this.place);
  }

  get organizationIds(): readonly number[] {
    return this.table.lists.organizationIds.at(this.place);
  }

  get arrivalsMs(): readonly number[] {
    return this.table.lists.arrivalsMs.at(this.place);
  }

  get mentionedIds(): readonly number[] {
    return this.table.lists.mentionedIds.at(this.place);
  }

  /** Whether a folded word, or a part of one, is among the words by which the document is found. */
  hasWord(token: string): boolean {
    return this.table.words.has(this.place, token);
  }

  hasWordInTitle(token: string): boolean {
    return this.table.words.hasInTitle(this.place, token);
  }
}

/** When a document reached one of its responsibles, in epoch ms. */
export function arrivalOf({ arrivalsMs, responsibleIds, createdMs }: IndexEntry, userId: number): number {
  return arrivalsMs[responsibleIds.indexOf(userId)] ?? createdMs;
}

/**
 * Whether a document belongs to the tab "Administrador" of a Super Admin (rule F3): they made it,
 * or are or were a responsible.
 */
export function isOf(userId: number): (entry: IndexEntry) => boolean {
  return (entry) => entry.createdBy === userId || entry.responsibleIdsEver.includes(userId);
}

/** How many searched words are remembered, enough for a word while it is typed letter by letter. */
const MASKS_KEPT = 8;

export class EntryWords {
  readonly columns: WordColumns;
  /** The length of each line of `columns.all`. */
  #lengths: NumberColumn | undefined;
  readonly #masks = new Map<string, Uint8Array>();

  constructor(columns: WordColumns) {
    this.columns = columns;
  }

  /** Whether a folded word, or a part of one, is among the words of the document at `place`. */
  has(place: number, token: string): boolean {
    return holds(this.placesOf(place).lines, this.#maskOf(token));
  }

  /** Like `has`, for the words of the title alone. */
  hasInTitle(place: number, token: string): boolean {
    const { lines, title } = this.placesOf(place);
    return holds(lines.subarray(0, title), this.#maskOf(token));
  }

  /**
   * The numbers of a document's lines in `columns.all`. The first `title` of them are the words of
   * its title.
   */
  placesOf(place: number): { lines: NumberColumn; title: number } {
    const { places, starts, titles } = this.columns;
    return { lines: places.subarray(starts[place], starts[place + 1]), title: titles[place] ?? 0 };
  }

  list(): string[] {
    return this.columns.all.split('\n');
  }

  /** Which lines of `columns.all` hold the token, one bit for each line. */
  #maskOf(token: string): Uint8Array {
    const known = this.#masks.get(token);
    if (known !== undefined) return known;
    if (this.#masks.size === MASKS_KEPT) this.#masks.clear();
    const { all } = this.columns;
    this.#lengths ??= columnOf(this.list().map((one) => one.length));
    const mask = new Uint8Array((this.#lengths.length >> 3) + 1);
    let line = -1;
    let end = -1;
    for (let found = all.indexOf(token); found !== -1; found = all.indexOf(token, end)) {
      while (end <= found) {
        line += 1;
        end += (this.#lengths[line] ?? 0) + 1;
      }
      mask[line >> 3] = (mask[line >> 3] ?? 0) | (1 << (line & 7));
    }
    this.#masks.set(token, mask);
    return mask;
  }
}

function holds(lines: NumberColumn, mask: Uint8Array): boolean {
  for (const line of lines) if (((mask[line >> 3] ?? 0) & (1 << (line & 7))) !== 0) return true;
  return false;
}

/** Makes columns of facts, in their order. `words` has the same order. */
export function columnsOf(facts: readonly EntryFacts[], words: WordColumns): IndexColumns {
  const columns = <Name extends keyof EntryFacts, Column>(
    names: readonly Name[],
    packed: (values: EntryFacts[Name][]) => Column,
  ) => Object.fromEntries(names.map((name) => [name, packed(facts.map((one) => one[name]))])) as Record<Name, Column>;
  return {
    numbers: columns(INDEX_NUMBERS, (values) => columnOf(values.map(Number))),
    texts: columns(INDEX_TEXTS, textsOf),
    lists: columns(INDEX_LISTS, listsOf),
    localKeys: new Map(
      facts.flatMap(({ localKey }, place) => (localKey === undefined ? [] : [[place, localKey] as const])),
    ),
    words,
  };
}

/** What the index knows of a row. */
export function factsOf(row: MirrorDocument): EntryFacts {
  const arrivals = row.responsibles.map(({ id }) => row.facts.arrived_at[String(id)] ?? row.created_at);
  return {
    localKey: isLocalKey(row.key) ? row.key : undefined,
    serverId: row.serverId,
    rev: row.rev,
    createdMs: Date.parse(row.created_at),
    number: row.number,
    storedStatus: row.stored_status,
    limitDate: row.limit_date,
    lastActivityMs: Date.parse(row.last_activity_at),
    isException: row.is_exception,
    createdBy: row.created_by,
    responsibleIds: row.responsibles.map((person) => person.id),
    responsibleIdsEver: row.facts.responsible_ids_ever,
    organizationIds: row.organizations.map((sector) => sector.id),
    subjectId: row.subject.id,
    arrivalsMs: arrivals.every((at) => at === row.created_at) ? [] : arrivals.map((at) => Date.parse(at)),
    mentionedIds: row.tags.flatMap((tag) => tag.user_id ?? []),
  };
}

/**
 * The words by which rows are found (rule F10), in the order of the rows. The ticket is not among
 * them: `numbersWithTicket` finds it from the number.
 */
export function wordsOf(rows: readonly MirrorDocument[]): WordColumns {
  const lines = distinct<string>();
  const places: number[] = [];
  const starts = [0];
  const titles: number[] = [];
  let start = 0;
  const add = (line: string) => {
    if (line === '') return;
    const place = lines.placeOf(line);
    if (places.indexOf(place, start) === -1) places.push(place);
  };
  // The words of a text are folded one by one, because most of them occur in many texts and
  // `foldedName` remembers them.
  const addWords = (text: string) => {
    for (const word of text.split(' ')) for (const one of foldedName(word).split(' ')) add(one);
  };
  for (const row of rows) {
    addWords(row.title);
    titles.push(places.length - start);
    addWords(`${row.localCode ?? ''} ${row.physical_document_number}`);
    const sectors = row.origin === null ? row.organizations : [...row.organizations, row.origin];
    const names = [
      row.subject.name,
      ...row.tags.map((tag) => tag.title),
      ...row.responsibles.map((person) => `${person.name} ${person.last_name}`),
      ...sectors.map((sector) => `${sector.name} ${sector.acronym}`),
    ];
    for (const name of names) add(foldedName(name));
    start = places.length;
    starts.push(start);
  }
  return wordColumnsOf({ all: lines.all, places, starts, titles });
}

/** The parts of `WordColumns` before they are packed. */
type WordLists = Readonly<Record<'places' | 'starts' | 'titles', readonly number[]>> & {
  readonly all: readonly string[];
};

export function wordColumnsOf({ all, places, starts, titles }: WordLists): WordColumns {
  return { all: all.join('\n'), places: columnOf(places), starts: columnOf(starts), titles: columnOf(titles) };
}

function textsOf(texts: readonly string[]): TextColumn {
  const different = distinct<string>();
  return { places: columnOf(texts.map((text) => different.placeOf(text))), all: different.all };
}

/** Packs lists into a column, in which each different list is stored once. */
export function listsOf(values: readonly (readonly number[])[]): ListColumn {
  const different = distinct<readonly number[]>();
  const places = columnOf(values.map((list) => different.placeOf(list)));
  const starts = [0];
  for (const list of different.all) starts.push((starts.at(-1) ?? 0) + list.length);
  return { places, starts: columnOf(starts), items: columnOf(different.all.flat()) };
}

/**
 * Collects values in `all`, each different one once. `placeOf` gives the position of a value there.
 */
export function distinct<Value extends string | readonly number[]>(): {
  all: Value[];
  placeOf: (value: Value) => number;
} {
  const all: Value[] = [];
  const places = new Map<string, number>();
  return {
    all,
    placeOf(value) {
      const text = String(value);
      const known = places.get(text);
      if (known !== undefined) return known;
      places.set(text, all.length);
      return all.push(value) - 1;
    },
  };
}
