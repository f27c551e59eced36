// Makes columns of the index: from rows that have just been read, and from entries of several columns when the index is stored.

import { fold, searchWordsOf } from '#domain/search.ts';
import { type MirrorDocument } from '../store/rows.ts';
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
import { isLocalKey } from '../store/server-key.ts';
import type { EntryFacts } from './index-entry.ts';

/** Columns of facts in their order, which is also that of `words`. */
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
  };
}

/** Collects the words of documents, one document after the other. */
export class WordPacker {
  readonly #words = distinct<string>((word) => word);
  readonly #places: number[] = [];
  readonly #starts: number[] = [0];
  readonly #titles: number[] = [];

  /** A document by its row. */
  addRow({ title, searchText }: MirrorDocument): void {
    const start = this.#places.length;
    // Rows of older versions of the application do not tell the words apart.
    const words = searchWordsOf(searchText) ?? { title: fold(title).split(' '), others: searchText.split(' ') };
    this.#addOnce(words.title, start);
    this.#titles.push(this.#places.length - start);
    this.#addOnce(words.others, start);
    this.#starts.push(this.#places.length);
  }

  /** A document by its words in other columns. `placeOf`: the place here of each. */
  add({ words, title }: { words: NumberColumn; title: number }, placeOf: (place: number) => number): void {
    for (const place of words) this.#places.push(placeOf(place));
    this.#titles.push(title);
    this.#starts.push(this.#places.length);
  }

  #addOnce(words: readonly string[], start: number): void {
    for (const word of words) {
      if (word === '') continue;
      const place = this.placeOf(word);
      if (this.#places.indexOf(place, start) === -1) this.#places.push(place);
    }
  }

  placeOf(word: string): number {
    return this.#words.placeOf(word);
  }

  packed(): WordColumns {
    return {
      all: this.#words.all.join('\n'),
      places: columnOf(this.#places),
      starts: columnOf(this.#starts),
      titles: columnOf(this.#titles),
    };
  }
}

function textsOf(texts: readonly string[]): TextColumn {
  const different = distinct<string>((text) => text);
  return { places: columnOf(texts.map((text) => different.placeOf(text))), all: different.all };
}

function listsOf(values: readonly (readonly number[])[]): ListColumn {
  const different = distinct<readonly number[]>((list) => list.join());
  const places = columnOf(values.map((list) => different.placeOf(list)));
  const starts = [0];
  for (const list of different.all) starts.push((starts.at(-1) ?? 0) + list.length);
  return { places, starts: columnOf(starts), items: columnOf(different.all.flat()) };
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
