// The search over the documents of this device: one pass over the index in memory, then the rows on screen.

import type { CalendarDay } from '#domain/dates.ts';
import { fold, matchesTokens, SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH, searchTokens } from '#domain/search.ts';
import { parseTicket } from '#domain/ticket.ts';
import { documentIndexOf, type IndexEntry } from './document-index.ts';
import { type Asker, listedDocumentOf, type ListedDocument } from './listed-document.ts';
import type { Mirror } from '../store/schema.ts';

/** Where a document was found. */
export const FOUND_IN = ['number', 'title', 'other'] as const;
export type FoundIn = (typeof FOUND_IN)[number];

export type FoundDocument = { readonly document: ListedDocument; readonly foundIn: FoundIn };
/** The first of all that were found; `total` counts the rest too. */
export type FoundDocuments = { readonly found: readonly FoundDocument[]; readonly total: number };

/**
 * Of how many matches the rows are read to see which have the words in the title. The index does not know it, and reading all
 * rows of a common word would take too long for each character that is typed.
 */
const JUDGED = 100;

/**
 * The first `limit` documents that the text finds: the one whose own number it is, then those with the words in the
 * title, then the others; each newest first. Titles come first among the newest 100 matches, or among the newest `limit` if
 * that is more.
 */
export async function searchDocuments(
  mirror: Mirror,
  { text, person, today, limit }: { text: string; person: Asker; today: CalendarDay; limit: number },
): Promise<FoundDocuments> {
  const matches = searchOf(text, person.acronym);
  if (matches === null) return { found: [], total: 0 };
  const all = (await documentIndexOf(mirror)).filter(matches);
  const number = parseTicket(text.trim(), person.acronym);
  const named = all.filter((entry) => number !== null && entry.number === number);
  const first = [...named, ...all.filter((entry) => !named.includes(entry))].slice(0, Math.max(limit, JUDGED));
  const rows = await mirror.documents.bulkGet(first.map((entry) => entry.key));
  const tokens = searchTokens(text);
  const found = rows.flatMap((row): FoundDocument[] => {
    if (row === undefined) return [];
    const document = listedDocumentOf(row, { person, today });
    const inTitle = tokens.length > 0 && matchesTokens(fold(row.title), tokens);
    const foundIn = number !== null && row.number === number ? 'number' : inTitle ? 'title' : 'other';
    return [{ document, foundIn }];
  });
  const place = (one: FoundDocument) => FOUND_IN.indexOf(one.foundIn);
  found.sort((left, right) => place(left) - place(right));
  return { found: found.slice(0, limit), total: all.length };
}

/**
 * Searches as the server does (rules C5, F10). A ticket or one digit finds its document; more digits also find whatever
 * contains them; all words must occur in the folded text. Null: too short to narrow anything.
 */
export function searchOf(search: string, acronym: string): ((entry: IndexEntry) => boolean) | null {
  const text = search.trim().slice(0, SEARCH_MAX_LENGTH);
  const number = parseTicket(text, acronym);
  if (number !== null && !/^\d{2,}$/.test(text)) return (entry) => entry.number === number;
  if (text.length < SEARCH_MIN_LENGTH) return null;
  const tokens = searchTokens(text);
  // The folded text holds no signs, so signs alone find nothing.
  if (tokens.length === 0) return () => false;
  return (entry) =>
    (number !== null && entry.number === number) || tokens.every((token) => entry.words.has(entry.place, token));
}
