// Makes columns of the index: from rows that have just been read, and from entries of several columns when the index is stored.

import { foldedName } from '#domain/search.ts';
import { type MirrorDocument } from '../store/rows.ts';
import {
  columnOf,
  INDEX_LISTS,
  INDEX_NUMBERS,
  INDEX_TEXTS,
  type IndexColumns,
  type ListColumn,
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

/** The words of rows in their order (rule F10). That of its number is known from the number (numbersWithTicket). */
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
  // A space stays one when it is folded, and most words stand in many texts.
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

/** The lines of documents, one after the other (WordColumns). */
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

function listsOf(values: readonly (readonly number[])[]): ListColumn {
  const different = distinct<readonly number[]>();
  const places = columnOf(values.map((list) => different.placeOf(list)));
  const starts = [0];
  for (const list of different.all) starts.push((starts.at(-1) ?? 0) + list.length);
  return { places, starts: columnOf(starts), items: columnOf(different.all.flat()) };
}

/** Gives each value its place in `all`, where those of one text stand once. */
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
