// Folding and matching for searches (rules F10, B15): the same on the device and in the server's
// `search_text` column.

export const SEARCH_MIN_LENGTH = 2;
export const SEARCH_MAX_LENGTH = 200;
/** The most words that a search may have, because each costs a search of its own (default 14). */
export const SEARCH_MAX_WORDS = 20;

/** ASCII text, which has no accents and needs no normalization. */
const PLAIN = /^[ -~]*$/;
const SIGNS = /[^\p{L}\p{N}]+/gu;
/** A point between the thousands of a number. */
const POINT = /(\p{Nd})\.(?=\p{Nd}{3}(?!\p{N}))/gu;
/** Apostrophes and hyphens within a word, which a person may leave out. */
const WITHIN = /([\p{L}\p{N}])['’‘ʼ`‐-](?=[\p{L}\p{N}])/gu;

/**
 * Removes accents and case, and turns `º` and `ª` into letters. Invisible characters are removed
 * without a space. Marks are removed first, because normalizing many of them would take the square
 * of their number.
 */
function bare(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
}

/**
 * Folds what is searched for: every run of characters other than letters and digits becomes one
 * space, and numbers lose the points between their thousands.
 */
export function fold(text: string): string {
  return bare(text).replace(POINT, '$1').replace(SIGNS, ' ').trim();
}

/**
 * Folds the text in which a search looks. Words joined by an apostrophe or a hyphen become one word
 * here and several in a search, so `d'água` is found by `d'água`, `agua` and `dagua`.
 */
export function foldWithin(text: string): string {
  return bare(text).replace(POINT, '$1').replace(WITHIN, '$1').replace(SIGNS, ' ').trim();
}

/** The folded words of a search; empty when it is shorter than two characters. */
export function searchTokens(search: string): string[] {
  const folded = fold(search.slice(0, SEARCH_MAX_LENGTH));
  return folded.length < SEARCH_MIN_LENGTH ? [] : folded.split(' ');
}

/**
 * Whether a search is too short to find anything: blank, only signs, or one letter. One digit is
 * enough, because it may be the number of a document.
 */
export function isTooShort(search: string): boolean {
  return fold(search.slice(0, SEARCH_MAX_LENGTH)).length < SEARCH_MIN_LENGTH && !/\p{N}/u.test(search);
}

/** Whether a search has more words than are looked for (default 14). */
export function hasTooManyWords(search: string): boolean {
  return searchTokens(search).length > SEARCH_MAX_WORDS;
}

/** Whether a text that was folded to look in (foldWithin) contains every word of the search. */
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
  return folded === '' ? text.includes(asked) : matchesTokens(foldWithin(text), folded.split(' '));
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
  const own = [ticket ?? '', title, physicalDocumentNumber].map(foldWithin);
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
  const folded = foldWithin(name);
  foldedNames.set(name, folded);
  return folded;
}

/** Where a word of a search stands in a text, in UTF-16 units; `end` is excluded. */
export type FoundPlace = readonly [start: number, end: number];

/**
 * The places in `text` where the words of `search` stand, first to last, by the same folding. Words
 * of one letter are left out, because nearly every text has them.
 */
export function foundPlaces(text: string, search: string): FoundPlace[] {
  const tokens = fold(search.slice(0, SEARCH_MAX_LENGTH))
    .split(' ')
    .filter((token) => !/^\p{L}?$/u.test(token));
  if (tokens.length === 0) return [];
  const { folded, origins } = foldedLetters(text);
  const places = tokens.flatMap((token): FoundPlace[] => {
    const found: FoundPlace[] = [];
    for (let at = folded.indexOf(token); at !== -1; at = folded.indexOf(token, at + token.length)) {
      const [start] = origins[at] ?? [0];
      const [, end] = origins[at + token.length - 1] ?? [0, text.length];
      found.push([start, end]);
    }
    return found;
  });
  return places.sort(([one], [other]) => one - other);
}

/** A folded text, and for each of its characters the place of the original one. */
function foldedLetters(text: string): { folded: string; origins: FoundPlace[] } {
  const letters: { unit: string; place: FoundPlace }[] = [];
  let offset = 0;
  for (const letter of text) {
    const place: FoundPlace = [offset, offset + letter.length];
    offset += letter.length;
    const units = bare(letter);
    // A mark belongs to the letter before it.
    const last = letters.at(-1);
    if (units === '' && last !== undefined) last.place = [last.place[0], offset];
    for (const unit of units.split('')) letters.push({ unit, place });
  }
  const whole = letters.map(({ unit }) => unit).join('');
  const gone = new Set<number>();
  for (const sign of [POINT, WITHIN]) {
    for (const { index, 1: before = '' } of whole.matchAll(sign)) gone.add(index + before.length);
  }
  const kept = letters.filter((_letter, at) => !gone.has(at));
  return {
    folded: kept
      .map(({ unit }) => unit)
      .join('')
      .replace(/[^\p{L}\p{N}]/gu, ' '),
    origins: kept.map(({ place }) => place),
  };
}
