// Saved searches: searches of the list of documents that a person named (src/app/experience.md,
// experience W5). They are one value of the person's mirror, so leaving erases them with the rest
// of the person's data.

import { cutTo, isBlank } from '#domain/text.ts';
import { fold } from '#domain/search.ts';
import { durably, readMeta, writeMeta } from '../store/storage.ts';
import type { SavedSearch } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

export const SAVED_SEARCHES_MAX = 20;
/** The longest name, in UTF-16 units. */
export const SEARCH_NAME_MAX = 60;
/**
 * The longest address that is saved, in UTF-16 units. It has room for the longest search text (200
 * characters) in percent encoding.
 */
const ADDRESS_MAX = 2000;

/** Why a search was not saved; `none`: it was saved. */
export type SaveRefusal = 'none' | 'blank' | 'too_many' | 'name_taken' | 'too_long';

/** The person's saved searches, in the order in which they were saved. */
export async function savedSearches(mirror: Mirror): Promise<readonly SavedSearch[]> {
  return (await readMeta(mirror, 'savedSearches')) ?? [];
}

/**
 * Saves a search, or replaces the saved one that has its id. Two saved searches never have the same
 * name.
 */
export async function saveSearch(mirror: Mirror, search: SavedSearch): Promise<SaveRefusal> {
  const named = { ...search, name: cutTo(search.name.trim(), SEARCH_NAME_MAX) };
  return changing(mirror, (all) => {
    const at = all.findIndex((one) => one.id === named.id);
    const refusal = refusalOf(named, { others: all.filter((one) => one.id !== named.id), isNew: at === -1 });
    if (refusal !== 'none') return { refusal, next: null };
    return { refusal, next: at === -1 ? [...all, named] : all.with(at, named) };
  });
}

/** Removes a search. Returns its position, for `restoreSearch`; -1 when it did not exist. */
export async function removeSearch(mirror: Mirror, id: string): Promise<number> {
  let at = -1;
  await changing(mirror, (all) => {
    at = all.findIndex((one) => one.id === id);
    return { refusal: 'none', next: at === -1 ? null : all.toSpliced(at, 1) };
  });
  return at;
}

/** Undoes a removal: the search returns to its position. */
export async function restoreSearch(
  mirror: Mirror,
  { search, at }: { search: SavedSearch; at: number },
): Promise<SaveRefusal> {
  return changing(mirror, (all) => {
    if (all.some((one) => one.id === search.id)) return { refusal: 'none', next: null };
    const refusal = refusalOf(search, { others: all, isNew: true });
    return { refusal, next: refusal === 'none' ? all.toSpliced(at, 0, search) : null };
  });
}

type Change = { readonly refusal: SaveRefusal; readonly next: readonly SavedSearch[] | null };

async function changing(mirror: Mirror, change: (all: readonly SavedSearch[]) => Change): Promise<SaveRefusal> {
  return durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const { refusal, next } = change(await savedSearches(mirror));
      if (next !== null) await writeMeta(mirror, { name: 'savedSearches', value: next });
      return refusal;
    },
  });
}

function refusalOf(
  { name, address }: SavedSearch,
  { others, isNew }: { others: readonly SavedSearch[]; isNew: boolean },
): SaveRefusal {
  if (isBlank(name)) return 'blank';
  if (address.length > ADDRESS_MAX) return 'too_long';
  if (isNew && others.length >= SAVED_SEARCHES_MAX) return 'too_many';
  // A name without letters folds to an empty text and is compared unfolded.
  const key = (words: string) => fold(words) || words;
  return others.some((one) => key(one.name) === key(name)) ? 'name_taken' : 'none';
}
