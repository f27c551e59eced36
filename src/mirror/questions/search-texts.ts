// The search inside the texts of documents and replies, over the details that are on this device.
// It reads them in slices, newest document first, and stops when the person types on. Folded texts
// stay in memory up to a bound, so that the next letter reads nothing again.

import type { CalendarDay } from '#domain/dates.ts';
import { plainTextOf } from '#domain/plain-text.ts';
import {
  fold,
  foldWithin,
  hasTooManyWords,
  matchesTokens,
  SEARCH_MAX_LENGTH,
  SEARCH_MIN_LENGTH,
  searchTokens,
} from '#domain/search.ts';
import { numbersWithTicket } from '#domain/ticket-words.ts';
import { parseTicket } from '#domain/ticket.ts';
import { keptDetailsOf } from '../engine/changes.ts';
import { documentIndexOf, type IndexEntry, withDocumentIndex } from '../engine/document-index.ts';
import type { DetailsRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { letterKeyOf, replyKeyOf } from './document-thread.ts';
import { type Asker, type ListedDocument, listedDocumentOf } from './listed-document.ts';

/** Folded characters from which texts are searched: shorter ones are in nearly every text. */
const MIN_LENGTH = 3;
/** Details read and folded at once: more would hold up what is being typed. */
const SLICE = 50;
/** Documents whose text is searched at most, the newest. */
const TEXTS_MAX = 5_000;
/**
 * Folded characters kept in memory; most take one byte. 5,000 texts of 450 words have 14 million.
 */
const KEPT_CHARACTERS = 16_000_000;

/**
 * `passage`: the words of the message in which it was found, as plain text; `place`: the key of
 * that message in the document's thread.
 */
type TextHit = { readonly document: ListedDocument; readonly passage: string; readonly place: string };

export type TextSearch = {
  /** The first of them, the newest document first. */
  readonly hits: readonly TextHit[];
  /** How many documents were found so far. */
  readonly total: number;
  /** How many texts were searched so far, of `kept` that are on this device, of `all` documents. */
  readonly searched: number;
  readonly kept: number;
  readonly all: number;
  readonly isDone: boolean;
};

type TextQuestion = {
  readonly text: string;
  readonly person: Asker;
  readonly today: CalendarDay;
  /** Hits that are read for the screen. */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly onProgress: (search: TextSearch) => void;
};

/** Whether texts are searched for this; a ticket or plain digits are not, `8.112/90` is. */
export function isForTexts(text: string): boolean {
  const folded = fold(text);
  return folded.length >= MIN_LENGTH && /\p{L}|\p{N} \p{N}/u.test(folded);
}

/**
 * Documents that `searchDocuments` does not find and that have all words in their text, or some in
 * their text and the others in what it searches. Calls back after each slice with what was found so
 * far.
 */
export async function searchTexts(mirror: Mirror, asked: TextQuestion): Promise<void> {
  const { text, person, today, limit, signal, onProgress } = asked;
  const tokens = searchTokens(text);
  const isListed = searchOf(text, person.acronym) ?? (() => false);
  const entries = await documentIndexOf(mirror);
  const revs = await keptDetailsOf(mirror);
  const there = entries.filter((entry) => revs.has(entry.key));
  const scanned = there.slice(0, TEXTS_MAX);
  const hits: TextHit[] = [];
  let total = 0;
  for (let from = 0; from < scanned.length || from === 0; from += SLICE) {
    const slice = scanned.slice(from, from + SLICE);
    const texts = await foldedTexts(mirror, { slice, revOf: (key) => revs.get(key)?.rev ?? 0 });
    const found = slice.filter((entry, at) => {
      const own = texts[at] ?? '';
      return !isListed(entry) && tokens.every((token) => entry.hasWord(token) || own.includes(token));
    });
    total += found.length;
    const shown = found.slice(0, Math.max(0, limit - hits.length)).map((entry) => entry.key);
    if (shown.length > 0) hits.push(...(await hitsOf(mirror, { keys: shown, tokens, person, today })));
    if (signal.aborted) return;
    const searched = Math.min(from + SLICE, scanned.length);
    const isDone = searched === scanned.length;
    onProgress({ hits: [...hits], total, searched, kept: there.length, all: entries.length, isDone });
  }
}

type LetterText = { readonly rev: number; readonly text: string };
const memory = new WeakMap<Mirror, { readonly texts: Map<string, LetterText>; characters: number }>();

/** The folded texts of a slice, in its order; only what is not in memory is read. */
async function foldedTexts(
  mirror: Mirror,
  { slice, revOf }: { slice: readonly IndexEntry[]; revOf: (key: string) => number },
): Promise<string[]> {
  const kept = memory.get(mirror) ?? { texts: new Map<string, LetterText>(), characters: 0 };
  memory.set(mirror, kept);
  const isKnown = (key: string) => kept.texts.get(key)?.rev === revOf(key);
  const missing = slice.map((entry) => entry.key).filter((key) => !isKnown(key));
  const rows = missing.length === 0 ? [] : await mirror.details.bulkGet(missing);
  const read = new Map<string, string>();
  for (const row of rows) {
    if (row === undefined) continue;
    const text = messagesOf(row).map(foldWithin).join(' ');
    read.set(row.key, text);
    kept.characters -= kept.texts.get(row.key)?.text.length ?? 0;
    kept.texts.delete(row.key);
    if (kept.characters + text.length > KEPT_CHARACTERS) continue;
    kept.texts.set(row.key, { rev: row.rev, text });
    kept.characters += text.length;
  }
  return slice.map(({ key }) => read.get(key) ?? kept.texts.get(key)?.text ?? '');
}

/** The document's own text, then its replies, as plain text. */
function messagesOf({ content, interactions }: DetailsRow): string[] {
  return [content, ...interactions.map((one) => one.content)].map(plainTextOf);
}

async function hitsOf(
  mirror: Mirror,
  {
    keys,
    tokens,
    person,
    today,
  }: Pick<TextQuestion, 'person' | 'today'> & { keys: readonly string[]; tokens: readonly string[] },
): Promise<TextHit[]> {
  const documents = await mirror.documents.bulkGet([...keys]);
  const details = await mirror.details.bulkGet([...keys]);
  return documents.flatMap((row, index) => {
    const own = details[index];
    if (row === undefined || own === undefined) return [];
    const messages = messagesOf(own);
    const whole = messages.findIndex((one) => matchesTokens(foldWithin(one), tokens));
    const at =
      whole === -1 ? messages.findIndex((one) => tokens.some((token) => foldWithin(one).includes(token))) : whole;
    const reply = own.interactions[at - 1];
    const place = reply === undefined ? letterKeyOf(row) : replyKeyOf(reply);
    return [{ document: listedDocumentOf(row, { person, today }), passage: messages[at] ?? '', place }];
  });
}

// The search over the documents of this device: one pass over the index in memory, then the rows
// on screen.

/** Where a document was found. */
export const FOUND_IN = ['number', 'title', 'other'] as const;
export type FoundIn = (typeof FOUND_IN)[number];

type FoundDocument = { readonly document: ListedDocument; readonly foundIn: FoundIn };
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
