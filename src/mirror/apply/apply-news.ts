// A page that changes documents whose revs are in memory, as most pages with rows do: "somebody answered". It is written in one burst of
// requests, as if the mirror stood where this context left it. Where it stands is read in the same burst, ahead of the writes, and
// all of them are undone when that is anywhere else (S138). Any other page is left to apply-page.ts.

import { foldedRowOf, mirrorDocumentOf } from '../fold/folded-row.ts';
import { notesAfter } from '../store/changes.ts';
import { waitingRows } from '../store/handed-rows.ts';
import { readMetas } from '../store/meta.ts';
import type { Position } from '../store/position.ts';
import { type Changes, INK, type MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { keyOfServerId } from '../store/server-key.ts';
import { type NewsRows, writtenNews } from '../store/write-news.ts';
import { isAlone, isFollowedBy, type PageToApply } from './page-to-apply.ts';
import { CONTACT, contactOf, type KnownContact } from './note-contact.ts';

/**
 * Where a mirror stands between two pages. `waiting`: ids of the commands that are there, and the keys of what they are about. One that
 * comes folds its document again, which raises the version of the note.
 */
type Standing = KnownContact & {
  readonly cursor: Position;
  readonly documentChanges: Changes;
  readonly documentChangesEarlier?: Changes | undefined;
  readonly waiting: ReadonlySet<string>;
};

const STANDS_ON = ['cursor', 'documentChanges', ...CONTACT] as const;
/** What is earlier than the note is written with it. */
const READ = [...STANDS_ON, 'documentChangesEarlier'] as const;

/** Where this context left it; others may have moved it since. */
const lastLeft = new WeakMap<Mirror, Standing>();

/** Applies the page, durably; false with nothing changed when it has to be applied with everything that a page may mean. */
export async function appliedNews(mirror: Mirror, page: PageToApply): Promise<boolean> {
  const news = newsOf(page);
  const version = versionBefore(mirror, news);
  const before = version === undefined ? undefined : await standingAt(mirror, { version, page });
  if (before === undefined || news.some(([key, row]) => isAwaited(before, { key, row }))) return false;
  const keys = news.map(([key]) => key);
  const { note: documentChanges, earlier } = notesAfter(keys, {
    note: before.documentChanges,
    earlier: before.documentChangesEarlier,
  });
  const next = {
    ...contactOf(page, before),
    cursor: { ...before.cursor, value: page.next_cursor },
    documentChanges,
    ...(earlier && { documentChangesEarlier: earlier }),
  };
  const isWritten = await writtenNews(mirror, {
    rows: news,
    values: next,
    depends: STANDS_ON,
    stands: (stored) =>
      stored.documentChanges?.version === version &&
      isEqual(stored.cursor, before.cursor) &&
      CONTACT.every((name) => stored[name] === before[name]),
  });
  if (isWritten) lastLeft.set(mirror, { ...before, ...next });
  else lastLeft.delete(mirror);
  return isWritten;
}

/** The rows of a page that brings nothing but documents, as they are without commands; empty for any other. */
function newsOf(page: PageToApply): NewsRows {
  const { changes } = page;
  if (!isAlone(page)) return [];
  const rows = changes.flatMap((change): NewsRows => {
    if (change.collection !== 'documents' || change.op === 'delete') return [];
    const key = keyOfServerId(change.id);
    return [[key, mirrorDocumentOf(foldedRowOf(change.row), { key, pencil: INK })]];
  });
  return new Map(rows).size === changes.length ? rows : [];
}

/**
 * The version of the note of changes as of which memory has all of these documents, and older ones than these; undefined when it has
 * not. A row that is there is newer than any deletion of it that is known, so a tombstone that came late decides nothing.
 */
function versionBefore(mirror: Mirror, news: NewsRows): number | undefined {
  if (news.length === 0) return undefined;
  const known = waitingRows(mirror)?.revsOf(
    mirror,
    news.map(([key, row]) => ({ key, createdMs: Date.parse(row.created_at) })),
  );
  const isEachNewer = known !== undefined && news.every(([, { rev }], at) => rev > (known.revs[at] ?? Infinity));
  return isEachNewer ? known.version : undefined;
}

/**
 * Where the mirror stands, if the page follows there and the note is of the version. Then no context has written a document since, and
 * the person has not left: that empties the mirror and raises the version.
 */
async function standingAt(
  mirror: Mirror,
  { version, page }: { version: number; page: PageToApply },
): Promise<Standing | undefined> {
  const last = lastLeft.get(mirror);
  if (last?.documentChanges.version === version && isFollowedBy(last.cursor, page)) return last;
  // When the storage stumbles, what applies the page in the usual way has an answer to that.
  const read = await standingOf(mirror).catch(() => undefined);
  if (read === undefined) return undefined;
  const { cursor, documentChanges, ...others } = read;
  const isThere = documentChanges?.version === version && isFollowedBy(cursor, page);
  return isThere ? { ...others, cursor, documentChanges } : undefined;
}

function standingOf(mirror: Mirror) {
  return mirror.transaction('r', ['meta', 'commands'], async () => {
    const [stored, commands] = await Promise.all([readMetas(mirror, READ), mirror.commands.toArray()]);
    return { ...stored, waiting: new Set(commands.flatMap(({ id, documentKey }) => [id, documentKey])) };
  });
}

/** Whether a command may be about the document, or have made it. */
function isAwaited({ waiting }: Standing, { key, row }: { key: string; row: MirrorDocument }): boolean {
  return waiting.has(key) || (typeof row.command_id === 'string' && waiting.has(row.command_id));
}

/** Of values that one writer makes, with their parts in one order. */
function isEqual(one: Position | undefined, other: Position): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
