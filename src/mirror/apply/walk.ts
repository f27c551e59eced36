// The walk over everything that the person may see (src/sync/promises.md, Pull): its position, when it begins again, and which
// rows it did not meet.

import { COLLECTIONS, type ChangesPage, type Collection } from '#contract/sync.ts';
import type { MetaValues } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

type Position = MetaValues['cursor'];

/** What a page means for the walk. */
export type WalkStep = {
  /** The cursor of the next page. Null: from the start. Undefined: the page came late and moves nothing. */
  readonly next: Position | null | undefined;
  /** The page is the first of a walk: rows that an earlier walk met do not count. */
  readonly begins: boolean;
  /** Rows of the page count as met. */
  readonly marks: boolean;
  /** The walk is complete with this page: rows that it did not meet are dropped. */
  readonly ends: boolean;
};

/**
 * What a page means for the walk. Pure. `stored`: the position now. `asked`: the cursor with which the page was asked
 * for, null at the start, undefined when the caller does not know. A walk ends with the first page after which there is
 * no more, the changes made meanwhile included.
 */
export function stepWalk(
  stored: Position | undefined,
  { page, asked }: { page: ChangesPage; asked: string | null | undefined },
): WalkStep {
  if (asked !== undefined && asked !== (stored?.value ?? null)) {
    return { next: undefined, begins: false, marks: false, ends: false };
  }
  const begins = stored === undefined || (stored.snapshotDone && page.snapshot);
  if (!begins && stored.scopeEpoch !== page.scope_epoch) return { next: null, begins: true, marks: false, ends: false };
  const walking = begins || !stored.snapshotDone;
  const ends = walking && !page.has_more;
  return {
    next: { value: page.next_cursor, scopeEpoch: page.scope_epoch, snapshotDone: !walking || ends },
    begins,
    marks: walking,
    ends,
  };
}

/** Ids of the rows that the walk did not meet, by collection; inside the caller's transaction. */
export async function unmet(mirror: Mirror): Promise<Map<Collection, number[]>> {
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

/** Counts a row that came by another way, while a walk is under way, as met; inside the caller's transaction. */
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
  return (await mirror.documents.orderBy('serverId').keys()) as number[];
}
