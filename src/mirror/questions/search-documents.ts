// The search over the documents of this device: one pass over the index in memory, then the rows on
// screen.

import type { CalendarDay } from '#domain/dates.ts';
import { hasTooManyWords, SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH, searchTokens } from '#domain/search.ts';
import { parseTicket } from '#domain/ticket.ts';
import { numbersWithTicket } from '#domain/ticket-words.ts';
import { type IndexEntry, withDocumentIndex } from '../engine/document-index.ts';
import { type Asker, listedDocumentOf, type ListedDocument } from './listed-document.ts';
import type { Mirror } from '../store/schema.ts';

/** Where a document was found. */
export const FOUND_IN = ['number', 'title', 'other'] as const;
export type FoundIn = (typeof FOUND_IN)[number];

export type FoundDocument = { readonly document: ListedDocument; readonly foundIn: FoundIn };
/** The first of all that were found; `total` counts the rest too. */
export type FoundDocuments = { readonly found: readonly FoundDocument[]; readonly total: number };

/**
 * The first `limit` documents that match the text: the one with that number, then those with the
 * words in the title, then the others; each newest first.
 */
export async function searchDocuments(
  mirror: Mirror,
  { text, person, today, limit }: { text: string; person: Asker; today: CalendarDay; limit: number },
): Promise<FoundDocuments> {
  const matches = searchOf(text, person.acronym);
  if (matches === null) return { found: [], total: 0 };
  const number = parseTicket(text.trim(), person.acronym);
  const tokens = searchTokens(text);
  const isInTitle = (entry: IndexEntry) => tokens.length > 0 && tokens.every((token) => entry.hasWordInTitle(token));
  const foundIn = (entry: IndexEntry): FoundIn =>
    number !== null && entry.number === number ? 'number' : isInTitle(entry) ? 'title' : 'other';
  return withDocumentIndex(mirror, (entries, rowsOf) => {
    const all = entries.filter(matches).map((entry) => ({ entry, foundIn: foundIn(entry) }));
    const first = FOUND_IN.flatMap((where) => all.filter((one) => one.foundIn === where)).slice(0, limit);
    return rowsOf(first.map(({ entry }) => entry)).then((rows) => ({
      found: rows.flatMap((row, at): FoundDocument[] =>
        row === undefined
          ? []
          : [{ document: listedDocumentOf(row, { person, today }), foundIn: first[at]?.foundIn ?? 'other' }],
      ),
      total: all.length,
    }));
  });
}

/**
 * Searches as the server does (rules C5, F10). A ticket or one digit finds its document; more
 * digits also find whatever contains them; all words must occur in the folded text. Null: too short
 * to narrow anything.
 */
export function searchOf(search: string, acronym: string): ((entry: IndexEntry) => boolean) | null {
  const text = search.trim().slice(0, SEARCH_MAX_LENGTH);
  const number = parseTicket(text, acronym);
  if (number !== null && !/^\d{2,}$/.test(text)) return (entry) => entry.number === number;
  if (text.length < SEARCH_MIN_LENGTH) return null;
  const tokens = searchTokens(text);
  // The folded text has no punctuation, so punctuation alone matches nothing. More words than the
  // server takes match nothing either.
  if (tokens.length === 0 || hasTooManyWords(text)) return () => false;
  const tests = tokens.map((token) => finderOf(token, acronym));
  return (entry) => (number !== null && entry.number === number) || tests.every((test) => test(entry));
}

/** Whether an entry has a folded word, or a part of one, among its words or in its ticket. */
function finderOf(token: string, acronym: string): (entry: IndexEntry) => boolean {
  const isOfTicket = numbersWithTicket(token, acronym);
  if (isOfTicket === null) return (entry) => entry.hasWord(token);
  return (entry) => entry.hasWord(token) || (entry.number !== null && isOfTicket(entry.number));
}
