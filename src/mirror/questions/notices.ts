// "Avisos": what other people did with the documents of a person, what reached the person, and what
// is due. Acts are kept in memory without their contents, because every screen queries them for its
// red dot.

import type { PersonRef } from '#contract/scalars.ts';
import { addDays, type CalendarDay, startOfDay } from '#domain/dates.ts';
import type { NoticeReason } from '#domain/notices.ts';
import type { DetailsRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { documentIndexOf, type IndexEntry, withDocumentIndex } from '../engine/document-index.ts';
import { arrivalOf } from '../engine/index-table.ts';
import { keptDetailsOf } from '../engine/changes.ts';
import { type Act, isFor, toldActs } from './told-acts.ts';

type NoticeBase = {
  /**
   * Equal each time the notice is computed, because the notices that were read are remembered by
   * it.
   */
  readonly key: string;
  /** ISO instant. */
  readonly at: string;
  /**
   * Whether the person has opened the document since, on any of their devices. Only a view that the
   * server has and that was made with a network counts: without a network the document did not show
   * what was not on that device yet.
   */
  readonly isSeen: boolean;
  /** How the document concerns the person. */
  readonly reason: NoticeReason;
  readonly document: {
    readonly key: string;
    readonly serverId: number | null;
    readonly number: number | null;
    readonly localCode: string | null;
    readonly title: string;
    readonly responsibles: readonly PersonRef[];
  };
};

export type Notice = NoticeBase &
  (
    | { readonly kind: 'act'; readonly act: Act; readonly isForMe: boolean }
    /**
     * The document is with the person, and no act of another person that is on this device brought
     * it.
     */
    | { readonly kind: 'arrival' }
    | { readonly kind: 'due'; readonly day: 'today' | 'tomorrow' }
  );

/** An act is a notice for this many days. */
const ACT_DAYS = 14;
const ACTS_KEPT = 12;
const ARRIVALS = 10;

/**
 * `viewedAt`: ISO instant of the last view of the person that the server has and that was made with
 * a network.
 */
type Digest = { readonly rev: number; readonly acts: readonly Act[]; readonly viewedAt: string | null };
type KeptActs = ReadonlyMap<string, Digest>;

/**
 * The acts that the last query found, by document, with the rev of the details that they were read
 * from.
 */
const remembered = new WeakMap<Mirror, KeptActs>();

/**
 * The newest acts of each document that can have notices for the person: it moved since `since`
 * (ISO instant), is due, or is among those that reached the person last. Details are read once for
 * each of their revs.
 */
async function actsOf(
  mirror: Mirror,
  { userId, today, since }: { userId: number; today: CalendarDay; since: string },
): Promise<KeptActs> {
  const kept = await keptDetailsOf(mirror);
  const entries = await documentIndexOf(mirror);
  const sinceMs = Date.parse(since);
  const arrived = new Set(lastArrivals(entries, userId).map(({ entry }) => entry));
  const wanted = new Map<string, IndexEntry>();
  for (const entry of entries) {
    const isMoved = entry.lastActivityMs >= sinceMs;
    const isMine = concerns(entry, userId);
    if (!isMoved && !(isMine && (dueOn(entry, today) !== null || arrived.has(entry)))) continue;
    const { key } = entry;
    const details = kept.get(key);
    if (details === undefined) continue;
    if (isMine || entry.mentionedIds.includes(userId) || details.replierIds.includes(userId)) wanted.set(key, entry);
  }
  const keys = [...wanted.keys()];
  const known: KeptActs = remembered.get(mirror) ?? new Map();
  const missing = keys.filter((key) => known.get(key)?.rev !== kept.get(key)?.rev);
  const rows = missing.length === 0 ? [] : await mirror.details.bulkGet(missing);
  const read = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.key, row] as const])));
  const now: KeptActs = new Map(
    [...wanted].flatMap(([key, entry]) => {
      const row = read.get(key);
      const digest = row === undefined ? known.get(key) : digestOf(row, { entry, userId });
      return digest === undefined ? [] : [[key, digest] as const];
    }),
  );
  remembered.set(mirror, now);
  return now;
}

function digestOf(row: DetailsRow, { entry, userId }: { entry: IndexEntry; userId: number }): Digest {
  const own = row.viewers.find(({ user, offline }) => user.id === userId && !offline);
  return { rev: row.rev, acts: toldActs(row, { entry, userId }).slice(-ACTS_KEPT), viewedAt: own?.last_at ?? null };
}

type NoticesQuestion = { userId: number; today: CalendarDay; zone: string; limit: number };

/**
 * The notices of `userId` on `today` (in `zone`), newest first: those of the `limit` documents that
 * have the newest notices.
 */
export async function notices(mirror: Mirror, { userId, today, zone, limit }: NoticesQuestion): Promise<Notice[]> {
  const acts = await actsOf(mirror, { userId, today, since: startOfDay(addDays(today, -ACT_DAYS), zone) });
  return withDocumentIndex(mirror, (entries, rowsOf) => {
    const newest = newestOf(entries, { acts, userId, today, zone, limit });
    const told = [...new Set(newest.map(({ entry }) => entry))];
    return rowsOf(told).then((rows) => {
      const rowOf = new Map(told.map((entry, at) => [entry, rows[at]]));
      return newest.flatMap(({ entry, ...notice }): Notice[] => {
        const row = rowOf.get(entry);
        if (row === undefined) return [];
        const { key, serverId, number, localCode, title, responsibles } = row;
        const isSeen = notice.at <= (acts.get(entry.key)?.viewedAt ?? '');
        return [{ ...notice, isSeen, document: { key, serverId, number, localCode, title, responsibles } }];
      });
    });
  });
}

/** The notices, before the rows of their documents are read. */
function newestOf(
  entries: readonly IndexEntry[],
  { acts, userId, today, zone, limit }: NoticesQuestion & { acts: KeptActs },
) {
  const since = startOfDay(addDays(today, -ACT_DAYS), zone);
  const sinceMs = Date.parse(since);
  const mine = entries.filter((entry) => concerns(entry, userId));
  const told = entries.flatMap((entry) =>
    (entry.lastActivityMs < sinceMs ? [] : (acts.get(entry.key)?.acts ?? []))
      .filter((act) => act.at >= since)
      .map((act) => ({
        key: act.id,
        at: act.at,
        entry,
        kind: 'act' as const,
        act,
        isForMe: isFor(act, userId),
        reason: act.reason,
      })),
  );
  const brought = new Set(told.flatMap(({ isForMe, entry }) => (isForMe ? [entry.key] : [])));
  const arrivals = lastArrivals(mine, userId)
    .filter(({ entry }) => !brought.has(entry.key))
    .map(({ at, entry }) => ({
      key: `a:${entry.key}:${at}`,
      at,
      entry,
      kind: 'arrival' as const,
      reason: 'holds' as const,
    }));
  const dawn = startOfDay(today, zone);
  const due = mine.flatMap((entry) => {
    const day = dueOn(entry, today);
    const reason = reasonNow(entry, userId);
    return day === null || reason === null
      ? []
      : [{ key: `d:${entry.key}:${entry.limitDate}:${day}`, at: dawn, entry, kind: 'due' as const, day, reason }];
  });
  const documents = new Set<string>();
  return [...told, ...arrivals, ...due].toSorted(newestFirst).filter(({ entry }) => {
    if (documents.size < limit) documents.add(entry.key);
    return documents.has(entry.key);
  });
}

/** The documents that are with the person and reached them last, newest arrival first. */
function lastArrivals(mine: readonly IndexEntry[], userId: number) {
  return mine
    .filter((entry) => entry.responsibleIds.includes(userId))
    .map((entry) => ({ at: new Date(arrivalOf(entry, userId)).toISOString(), entry }))
    .toSorted(newestFirst)
    .slice(0, ARRIVALS);
}

/** Whether the person made the document, has it or had it. */
function concerns(entry: IndexEntry, userId: number): boolean {
  return (
    entry.createdBy === userId || entry.responsibleIdsEver.includes(userId) || entry.responsibleIds.includes(userId)
  );
}

/** Why the document concerns the person now; null for a person who only had it before. */
function reasonNow(entry: IndexEntry, userId: number): 'wrote' | 'holds' | null {
  if (entry.createdBy === userId) return 'wrote';
  return entry.responsibleIds.includes(userId) ? 'holds' : null;
}

function dueOn(entry: IndexEntry, today: CalendarDay): 'today' | 'tomorrow' | null {
  if (entry.storedStatus === 'completed') return null;
  if (entry.limitDate === today) return 'today';
  return entry.limitDate === addDays(today, 1) ? 'tomorrow' : null;
}

function newestFirst(left: { readonly at: string }, right: { readonly at: string }): number {
  return left.at === right.at ? 0 : left.at < right.at ? 1 : -1;
}
