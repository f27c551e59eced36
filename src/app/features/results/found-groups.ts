import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { FOUND_IN, type FoundDocuments } from '#mirror/questions/search-documents.ts';
import type { TextSearch } from '#mirror/questions/search-texts.ts';
import { FOUND_IN_NAME, type FoundCounts, RESULTS } from '../../text/lists/results.ts';

/**
 * One document that was found; `passage`: the words of the text in which it was found, null
 * elsewhere.
 */
export type FoundRow = { readonly document: ListedDocument; readonly passage: string | null };

/**
 * Documents by where they were found. `count` is undefined while the group may have more rows than
 * are shown.
 */
export type FoundGroup = {
  readonly id: string;
  readonly name: string;
  readonly count: number | undefined;
  readonly rows: readonly FoundRow[];
};

/** The groups that have rows, in the order of the screen: number, title, other data, text. */
export function groupsOf(listed: FoundDocuments, texts: TextSearch | null): FoundGroup[] {
  const isCut = listed.found.length < listed.total;
  const groups = FOUND_IN.map((place): FoundGroup => {
    const rows = listed.found
      .filter((one) => one.foundIn === place)
      .map(({ document }) => ({ document, passage: null }));
    return { id: place, name: FOUND_IN_NAME[place], count: isCut ? undefined : rows.length, rows };
  });
  if (texts !== null) {
    groups.push({ id: 'texto', name: RESULTS.inTexts, count: texts.total, rows: texts.hits });
  }
  return groups.filter(({ rows }) => rows.length > 0);
}

/** What the sentence over the groups counts. */
export function countsOf(listed: FoundDocuments, texts: TextSearch | null): FoundCounts {
  const places = FOUND_IN.map((place) => ({
    place,
    shown: listed.found.filter((one) => one.foundIn === place).length,
  }));
  return {
    listed: { total: listed.total, shown: listed.found.length, places: places.filter(({ shown }) => shown > 0) },
    texts: { total: texts?.total ?? 0, shown: texts?.hits.length ?? 0 },
  };
}
