// Folding and matching for searches (rules F10, B15): the same on the device and in the server's
// `search_text` column.

export const SEARCH_MIN_LENGTH = 2;
export const SEARCH_MAX_LENGTH = 200;
/** Each word is searched separately. */
export const SEARCH_MAX_WORDS = 20;

/** Characters without marks, which are not made of others. */
const PLAIN = /^[ -~]*$/;

/**
 * Removes accents and case, turns `º` and `ª` into letters, and everything else that is no letter
 * or digit into one space. Invisible characters are removed without a space. Marks are removed
 * first, because normalizing many of them would take the square of their number.
 */
export function fold(text: string): string {
  const bare = PLAIN.test(text)
    ? text
    : text
        .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
        .normalize('NFKD')
        .replace(/\p{M}/gu, '');
  return bare
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The folded words of a search; empty when it is shorter than two characters. */
export function searchTokens(search: string): string[] {
  const folded = fold(search.slice(0, SEARCH_MAX_LENGTH));
  return folded.length < SEARCH_MIN_LENGTH ? [] : folded.split(' ');
}

/**
 * Whether a search is too short to find anything: blank, only signs, or one letter. One digit is
 * the number of a document.
 */
export function isTooShort(search: string): boolean {
  return fold(search.slice(0, SEARCH_MAX_LENGTH)).length < SEARCH_MIN_LENGTH && !/\p{N}/u.test(search);
}

/** Whether a search has more words than are looked for (default 14). */
export function hasTooManyWords(search: string): boolean {
  return searchTokens(search).length > SEARCH_MAX_WORDS;
}

/** Whether a folded text contains every word of the search. */
export function matchesTokens(foldedText: string, tokens: readonly string[]): boolean {
  return tokens.every((token) => foldedText.includes(token));
}

/**
 * Whether a text contains every word of a search of any length. A search without letters and digits
 * (`%`, `_`) is matched as it was typed (default 14).
 */
export function matchesSearch(text: string, search: string): boolean {
  const asked = search.slice(0, SEARCH_MAX_LENGTH).trim();
  const folded = fold(asked);
  return folded === '' ? text.includes(asked) : matchesTokens(fold(text), folded.split(' '));
}

export type SearchableDocument = {
  readonly ticket: string | null;
  readonly title: string;
  readonly physicalDocumentNumber: string;
  readonly subject: string;
  readonly tags: readonly string[];
  readonly responsibles: readonly string[];
  readonly sectors: readonly string[];
};

/**
 * The words by which a document is found: title, both numbers, subject, tags, responsibles and
 * sectors (rule F10), folded. The ticket comes first.
 */
export function searchTextOf(document: SearchableDocument): string {
  const { ticket, title, physicalDocumentNumber, subject, tags, responsibles, sectors } = document;
  const own = [ticket ?? '', title, physicalDocumentNumber].map(fold);
  const names = [subject, ...tags, ...responsibles, ...sectors].map(foldedName);
  return [...own, ...names].filter((words) => words !== '').join(' ');
}

const NAMES_KEPT = 5_000;
const foldedNames = new Map<string, string>();

/**
 * The folded form of a name or a word. It is cached, because most of them occur in many documents.
 */
export function foldedName(name: string): string {
  const known = foldedNames.get(name);
  if (known !== undefined) return known;
  if (foldedNames.size === NAMES_KEPT) foldedNames.clear();
  const folded = fold(name);
  foldedNames.set(name, folded);
  return folded;
}
