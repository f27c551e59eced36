// The walk over everything that the person may see (src/sync/promises.md, Pull): its position, when
// it begins again, and which rows it did not meet.

import { COLLECTIONS, type ChangesPage, type Collection } from '#contract/sync.ts';
import type { Position } from '../store/rows.ts';
import { COLLECTIONS_KNOWN, SLICED } from '../store/position.ts';
import { serverIdsOf } from '../engine/document-writes.ts';
import type { Mirror } from '../store/schema.ts';

/** What a page means for the walk. */
export type WalkStep = {
  /**
   * The position after the page. Null: the walk begins again without a cursor. Undefined: the page
   * came late, and the position stays.
   */
  readonly next: Position | null | undefined;
  /** The page is the first of a walk: rows that an earlier walk met do not count. */
  readonly begins: boolean;
  /** The page belongs to a walk, and comes in its order. */
  readonly walks: boolean;
  /** Rows of the page are noted as met. */
  readonly marks: boolean;
  /** The walk is complete with this page: rows that it did not meet are dropped. */
  readonly ends: boolean;
  /** The epoch of the page differs from the stored one: what the person may see has changed. */
  readonly scopeChanged: boolean;
};

/**
 * Prefix of the stored epoch while a walk fills an empty mirror. Such a walk meets every row that
 * there is, so it notes none. An older version of the application takes the prefixed epoch for a
 * changed one, and begins a walk that notes them.
 */
const FILLING = 'filling ';

/** The epoch of a position, and whether a walk fills an empty mirror. */
function epochIn(stored: Position | undefined): { readonly epoch: string | undefined; readonly isFilling: boolean } {
  const written = stored?.scopeEpoch;
  const marked = written?.startsWith(SLICED) === true ? written.slice(SLICED.length) : written;
  const isFilling = marked?.startsWith(FILLING) === true;
  return { epoch: isFilling ? marked?.slice(FILLING.length) : marked, isFilling };
}

/**
 * What a page means for the walk; pure. `stored`: the present position. `asked`: the cursor with
 * which the page was requested, null at the start, undefined when the caller does not know.
 * `isEmpty`: the mirror has no row of the server. A walk ends with the first page that has no
 * successor; changes made during the walk are part of it. Returns null for a page that must not be
 * applied: it came late, and its rows could not be told from those that the walk has met.
 */
export function stepWalk(
  stored: Position | undefined,
  { page, asked, isEmpty }: { page: ChangesPage; asked: string | null | undefined; isEmpty: boolean },
): WalkStep | null {
  const { epoch, isFilling } = epochIn(stored);
  const scopeChanged = stored !== undefined && epoch !== page.scope_epoch;
  const still = { begins: false, walks: false, marks: false, ends: false, scopeChanged };
  if (asked !== undefined && asked !== (stored?.value ?? null)) {
    return isFilling ? null : { ...still, next: undefined };
  }
  const begins = stored === undefined || (stored.snapshotDone && page.snapshot);
  const isPast = stored !== undefined && stored.collections !== COLLECTIONS_KNOWN;
  if (!begins && (scopeChanged || isPast)) return { ...still, next: null, begins: true };
  const walks = begins || !stored.snapshotDone;
  const ends = walks && !page.has_more;
  const fills = isFilling || (stored === undefined && isEmpty);
  const scopeEpoch = SLICED + (fills && !ends ? FILLING : '') + page.scope_epoch;
  return {
    next: {
      value: page.next_cursor,
      scopeEpoch,
      snapshotDone: !walks || ends,
      collections: COLLECTIONS_KNOWN,
      // Most pages leave `bounded` out. The first page of a walk has it, unless the copy is whole.
      bounded: page.bounded ?? (begins ? undefined : stored.bounded),
    },
    begins,
    walks,
    marks: walks && !fills,
    ends: ends && !fills,
    scopeChanged,
  };
}

/** Whether the mirror has no row of the server. */
export async function isEmptyOf(mirror: Mirror): Promise<boolean> {
  const tables = ['heads', ...COLLECTIONS].map((name) => mirror.table(name).count());
  return (await Promise.all(tables)).every((count) => count === 0);
}

/** Ids of rows that a walk did not meet, by collection. */
export type Unmet = ReadonlyMap<Collection, readonly number[]>;

/** Ids of the rows that the walk did not meet, by collection; inside the caller's transaction. */
export async function unmet(mirror: Mirror): Promise<Unmet> {
  const met = new Set((await mirror.walk.toArray()).map((row) => `${row.collection}:${row.id}`));
  const left = new Map<Collection, number[]>();
  for (const collection of COLLECTIONS) {
    const ids = await storedIds(mirror, collection);
    left.set(
      collection,
      ids.filter((id) => !met.has(`${collection}:${id}`)),
    );
  }
  return left;
}

/**
 * Marks a row as met that came during a walk, but not by its pages; inside the caller's
 * transaction.
 */
export async function markMet(
  mirror: Mirror,
  { collection, id }: { collection: Collection; id: number },
): Promise<void> {
  const cursor = await mirror.meta.get('cursor');
  const walking = cursor === undefined || (cursor.name === 'cursor' && !cursor.value.snapshotDone);
  if (walking) await mirror.walk.put({ collection, id });
}

async function storedIds(mirror: Mirror, collection: Collection): Promise<number[]> {
  if (collection !== 'documents') return mirror[collection].toCollection().primaryKeys();
  return serverIdsOf(mirror);
}
