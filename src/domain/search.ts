// Folding and matching for searches (rules F10, B15): the same on the device and in the server's `search_text` column.

export const SEARCH_MIN_LENGTH = 2;
export const SEARCH_MAX_LENGTH = 200;

/**
 * Removes accents and case, takes `º` and `ª` for letters, and turns everything else that is no letter or digit into one
 * space. Characters that are not seen separate nothing. Marks are removed first, because ordering many of them would take
 * the square of their number.
 */
export function fold(text: string): string {
  return text
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
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
 * Whether a search is too short to find anything: blank, only signs, or one letter. One digit is the number of a
 * document.
 */
export function isTooShort(search: string): boolean {
  return fold(search.slice(0, SEARCH_MAX_LENGTH)).length < SEARCH_MIN_LENGTH && !/\p{N}/u.test(search);
}

/** Whether a folded text contains every word of the search. */
export function matchesTokens(foldedText: string, tokens: readonly string[]): boolean {
  return tokens.every((token) => foldedText.includes(token));
}

/**
 * Whether a text contains every word of a search of any length. A search without letters and digits (`%`, `_`) is matched
 * as it was typed (default 14).
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
 * The words by which a document is found: title, both numbers, subject, tags, responsibles and sectors (rule F10), folded. The
 * ticket comes first.
 */
export function searchTextOf(document: SearchableDocument): string {
  const { ticket, title, others } = searchPartsOf(document);
  return joined([ticket, title, others]);
}

/** The same words with those of the title first and two spaces behind them, so that it is known which they are. */
export function titledSearchTextOf(document: SearchableDocument): string {
  const { ticket, title, others } = searchPartsOf(document);
  return `${title}  ${joined([ticket, others])}`;
}

/** The words of a titled search text, those of the title apart; null for a text that does not tell them apart. */
export function searchWordsOf(titled: string): { title: readonly string[]; others: readonly string[] } | null {
  const end = titled.indexOf('  ');
  return end < 0 ? null : { title: titled.slice(0, end).split(' '), others: titled.slice(end + 2).split(' ') };
}

function searchPartsOf(document: SearchableDocument): { ticket: string; title: string; others: string } {
  const { subject, tags, responsibles, sectors } = document;
  const names = [subject, ...tags, ...responsibles, ...sectors].map(foldedName);
  return {
    ticket: fold(document.ticket ?? ''),
    title: fold(document.title),
    others: joined([fold(document.physicalDocumentNumber), ...names]),
  };
}

function joined(folded: readonly string[]): string {
  return folded.filter((words) => words !== '').join(' ');
}

const NAMES_KEPT = 2_000;
const foldedNames = new Map<string, string>();

/** Names of people, sectors and subjects stand on many documents. */
function foldedName(name: string): string {
  const known = foldedNames.get(name);
  if (known !== undefined) return known;
  if (foldedNames.size === NAMES_KEPT) foldedNames.clear();
  const folded = fold(name);
  foldedNames.set(name, folded);
  return folded;
}
