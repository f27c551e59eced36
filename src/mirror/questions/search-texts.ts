// The search inside the texts of documents and replies, over what is on this device: the details,
// and the person's own messages that no details have yet. It reads them in slices, newest document
// first, and stops when the person types on. Folded texts stay in memory up to a bound, so that the
// next letter reads nothing again.

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
import { liveQuery } from 'dexie';
import { keptDetailsOf } from '../engine/changes.ts';
import { documentIndexOf, type IndexEntry, withDocumentIndex } from '../engine/document-index.ts';
import type { DetailsRow, MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { readMetas } from '../store/storage.ts';
import { letterKeyOf, replyKeyOf } from './document-thread.ts';
import { type Asker, type ListedDocument, listedDocumentOf } from './listed-document.ts';
import { isMissing } from './view-source.ts';

/**
 * How many folded characters a search must have before texts are searched: fewer are in nearly
 * every text.
 */
const MIN_LENGTH = 3;
/** The pause before changed texts are searched again, ms. */
const REST_MS = 300;
/** How many details are read and folded at once: more would hold up what is being typed. */
const SLICE = 50;
/** How many documents have their texts searched at most: the newest ones. */
const TEXTS_MAX = 5_000;
/**
 * Folded characters kept in memory; most take one byte. 5,000 texts of 450 words have 14 million.
 */
const KEPT_CHARACTERS = 16_000_000;

/**
 * `passage`: the message in which the words were found, as plain text. `place`: the key of that
 * message in the document's thread.
 */
type TextHit = { readonly document: ListedDocument; readonly passage: string; readonly place: string };

export type TextSearch = {
  /** The first hits, the newest document first. */
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
  /** How many hits are read for the screen. */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly onProgress: (search: TextSearch) => void;
};

/**
 * Whether texts are searched for this input: not for a ticket or plain digits, but for `8.112/90`.
 */
export function isForTexts(text: string): boolean {
  const folded = fold(text);
  return folded.length >= MIN_LENGTH && /\p{L}|\p{N} \p{N}/u.test(folded);
}

/**
 * Searches now, and again whenever a text has come or changed, until the signal aborts. Only the
 * first pass reports its progress. A later pass reports when it is done, so that the results on
 * screen stay until then.
 */
export function watchTexts(mirror: Mirror, asked: TextQuestion): Promise<void> {
  const { signal, onProgress } = asked;
  return new Promise((resolve, reject) => {
    let searched: string | null = null;
    let present = '';
    let isSearching = false;
    const search = async () => {
      if (isSearching) return;
      isSearching = true;
      while (searched !== present && !signal.aborted) {
        const isFirst = searched === null;
        if (!isFirst) await new Promise((rested) => setTimeout(rested, REST_MS));
        searched = present;
        await searchTexts(mirror, { ...asked, onProgress: (one) => (isFirst || one.isDone) && onProgress(one) });
      }
      isSearching = false;
    };
    const watching = liveQuery(() => versionOfTexts(mirror)).subscribe({
      next(version) {
        present = version;
        search().catch(reject);
      },
      error: reject,
    });
    signal.addEventListener('abort', () => {
      watching.unsubscribe();
      resolve();
    });
  });
}

/**
 * A value that changes whenever texts, rows of documents or waiting messages of the person change.
 */
async function versionOfTexts(mirror: Mirror): Promise<string> {
  const [{ documentChanges, detailsChanges }, waiting] = await Promise.all([
    readMetas(mirror, ['documentChanges', 'detailsChanges']),
    mirror.commands.where('state').notEqual('done').primaryKeys(),
  ]);
  return [documentChanges?.version, detailsChanges?.version, ...waiting].join();
}

/**
 * Finds documents that `searchDocuments` does not find: each word of the search is in their texts,
 * or in what `searchDocuments` searches. Calls back after each slice with what was found so far.
 */
export async function searchTexts(mirror: Mirror, asked: TextQuestion): Promise<void> {
  const { text, person, today, limit, signal, onProgress } = asked;
  const tokens = searchTokens(text);
  const isListed = searchOf(text, person.acronym) ?? (() => false);
  const entries = await documentIndexOf(mirror);
  const revs = await keptDetailsOf(mirror);
  const own = await ownMessagesOf(mirror, revs);
  const there = entries.filter((entry) => revs.has(entry.key) || own.has(entry.key));
  const scanned = there.slice(0, TEXTS_MAX);
  const hits: TextHit[] = [];
  let total = 0;
  for (let from = 0; from < scanned.length || from === 0; from += SLICE) {
    const slice = scanned.slice(from, from + SLICE);
    const texts = await foldedTexts(mirror, { slice, revOf: (key) => revs.get(key)?.rev ?? 0 });
    const found = slice.filter((entry, at) => {
      const messages = own.get(entry.key)?.map(({ words }) => foldWithin(words)) ?? [];
      const all = [texts[at] ?? '', ...messages].join(' ');
      return !isListed(entry) && tokens.every((token) => entry.hasWord(token) || all.includes(token));
    });
    total += found.length;
    const shown = found.slice(0, Math.max(0, limit - hits.length)).map((entry) => entry.key);
    if (shown.length > 0) hits.push(...(await hitsOf(mirror, { keys: shown, own, tokens, person, today })));
    if (signal.aborted) return;
    const searched = Math.min(from + SLICE, scanned.length);
    const isDone = searched === scanned.length;
    onProgress({ hits: [...hits], total, searched, kept: there.length, all: entries.length, isDone });
  }
}

/** A message as plain text, and its key in the document's thread. */
type Message = { readonly words: string; readonly place: string };
type OwnMessages = ReadonlyMap<string, readonly Message[]>;

/**
 * The person's own messages that no details on this device have yet, by document: they wait to be
 * sent, or were registered after the details were made.
 */
async function ownMessagesOf(
  mirror: Mirror,
  revs: ReadonlyMap<string, { readonly rev: number }>,
): Promise<OwnMessages> {
  const own = new Map<string, Message[]>();
  for (const command of await mirror.commands.toArray()) {
    if (command.type !== 'respond' && command.type !== 'create-document') continue;
    const { id, documentKey, payload } = command;
    if (!isMissing(command, revs.get(documentKey) ?? null)) continue;
    const message = { words: plainTextOf(payload.content), place: `c:${id}:message` };
    own.set(documentKey, [...(own.get(documentKey) ?? []), message]);
  }
  return own;
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
    const text = [row.content, ...row.interactions.map((one) => one.content)]
      .map(plainTextOf)
      .map(foldWithin)
      .join(' ');
    read.set(row.key, text);
    kept.characters -= kept.texts.get(row.key)?.text.length ?? 0;
    kept.texts.delete(row.key);
    if (kept.characters + text.length > KEPT_CHARACTERS) continue;
    kept.texts.set(row.key, { rev: row.rev, text });
    kept.characters += text.length;
  }
  return slice.map(({ key }) => read.get(key) ?? kept.texts.get(key)?.text ?? '');
}

/** The messages of a document: its own text, then its replies. */
function messagesOf(
  { content, interactions }: Pick<DetailsRow, 'content' | 'interactions'>,
  document: Pick<MirrorDocument, 'key' | 'command_id'>,
): Message[] {
  return [
    { words: plainTextOf(content), place: letterKeyOf(document) },
    ...interactions.map((one) => ({ words: plainTextOf(one.content), place: replyKeyOf(one) })),
  ];
}

type HitQuestion = Pick<TextQuestion, 'person' | 'today'> & {
  readonly keys: readonly string[];
  readonly own: OwnMessages;
  readonly tokens: readonly string[];
};

async function hitsOf(mirror: Mirror, { keys, own, tokens, person, today }: HitQuestion): Promise<TextHit[]> {
  const documents = await mirror.documents.bulkGet([...keys]);
  const details = await mirror.details.bulkGet([...keys]);
  return documents.flatMap((row, index) => {
    if (row === undefined) return [];
    const kept = details[index];
    const messages = [...(kept === undefined ? [] : messagesOf(kept, row)), ...(own.get(row.key) ?? [])];
    const hit =
      messages.find(({ words }) => matchesTokens(foldWithin(words), tokens)) ??
      messages.find(({ words }) => tokens.some((token) => foldWithin(words).includes(token)));
    if (hit === undefined) return [];
    return [{ document: listedDocumentOf(row, { person, today }), passage: hit.words, place: hit.place }];
  });
}

// The search over the documents of this device: one pass over the index in memory, then the rows
// on screen.

/** Where a document was found. */
export const FOUND_IN = ['number', 'title', 'other'] as const;
export type FoundIn = (typeof FOUND_IN)[number];

type FoundDocument = { readonly document: ListedDocument; readonly foundIn: FoundIn };
/** The first documents that were found; `total` counts all of them. */
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

/** Tests whether a folded word is a part of a word of the entry, or of its ticket. */
function finderOf(token: string, acronym: string): (entry: IndexEntry) => boolean {
  const isOfTicket = numbersWithTicket(token, acronym);
  if (isOfTicket === null) return (entry) => entry.hasWord(token);
  return (entry) => entry.hasWord(token) || (entry.number !== null && isOfTicket(entry.number));
}
