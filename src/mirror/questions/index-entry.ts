// A document of the index: its place in columns of numbers (src/mirror/store/index-columns.ts). 20,000 entries of two fields each take a tenth of the
// memory that objects with all their values take, and a stored index needs no unpacking.

import type { StoredStatus } from '#domain/status.ts';
import { INDEX_LISTS, type IndexColumns, type ListColumn } from '../store/index-columns.ts';
import { keyOfServerId } from '../store/server-key.ts';
import { EntryWords } from './entry-words.ts';

/** What the index knows of a document. Instants are epoch ms. */
export type EntryFacts = {
  /** Its key when it was made here. */
  readonly localKey: string | undefined;
  /** Null until registered. */
  readonly serverId: number | null;
  readonly rev: number;
  readonly createdMs: number;
  /** Null until registered. */
  readonly number: number | null;
  readonly storedStatus: StoredStatus;
  readonly limitDate: string;
  readonly lastActivityMs: number;
  readonly isException: boolean;
  readonly createdBy: number;
  readonly responsibleIds: readonly number[];
  readonly responsibleIdsEver: readonly number[];
  /** Destination sectors. */
  readonly organizationIds: readonly number[];
  readonly subjectId: number;
  /** When it reached each of `responsibleIds`; empty when it reached all of them with its creation. */
  readonly arrivalsMs: readonly number[];
};

type ListName = (typeof INDEX_LISTS)[number];

/** Columns with what is made of them once. */
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

  /** In the order of the columns. */
  entries(): IndexEntry[] {
    const { length } = this.columns.numbers.rev;
    const entries: IndexEntry[] = [];
    for (let place = 0; place < length; place += 1) entries.push(new IndexEntry(this, place));
    return entries;
  }
}

/** The lists of a column, each made when it is first asked for. */
class Lists {
  readonly #column: ListColumn;
  readonly #made: (readonly number[])[] = [];

  constructor(column: ListColumn) {
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

  /** Whether a folded word, or a part of one, is among the words by which it is found. */
  hasWord(token: string): boolean {
    return this.table.words.has(this.place, token);
  }

  hasWordInTitle(token: string): boolean {
    return this.table.words.hasInTitle(this.place, token);
  }
}

/** The instant, epoch ms, at which a document reached one of its responsibles. */
export function arrivalOf({ arrivalsMs, responsibleIds, createdMs }: IndexEntry, userId: number): number {
  return arrivalsMs[responsibleIds.indexOf(userId)] ?? createdMs;
}

/** Whether a document is under the tab "Administrador" of this person (rule F3). */
export function isOf(userId: number): (entry: IndexEntry) => boolean {
  return (entry) => entry.createdBy === userId || entry.responsibleIdsEver.includes(userId);
}
