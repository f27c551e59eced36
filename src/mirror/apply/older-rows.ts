// Older documents: those on the device that a bounded copy leaves out (S110), because they have
// aged there or because the person searched for them on the server. A walk of a bounded copy does
// not contain them, so it can't tell whether the person still sees them.

import type { CopyBound } from '#contract/copy-bound.ts';
import { type CopyFacts, isInCopy } from '#domain/bounded-copy.ts';
import { refoldAll } from '../fold/refold.ts';
import { foldContextOf } from '../fold/fold-context.ts';
import { DETAILS_DAYS, pinnedDocuments } from '../keep/trim-details.ts';
import { repliesTo } from '../keep/written-drafts.ts';
import { durably, FOLD_TABLES, readMeta, type TableName, writeMeta } from '../store/storage.ts';
import type { MirrorDocument, OlderRows } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { dropDocuments } from './apply-document-rows.ts';

const DAY_MS = 86_400_000;

/**
 * How long a document stays that a search on the server brought, counted from the last time it was
 * fetched.
 */
export const FETCHED_DAYS = 30;

const NONE: OlderRows = { fetched: new Map(), unverified: new Set(), trimmedTo: null };

const DROP_TABLES: readonly TableName[] = [...FOLD_TABLES, 'files', 'chunks', 'drafts', 'receipts'];

/** The notes of the mirror about older documents. */
export async function olderRows(mirror: Mirror): Promise<OlderRows> {
  return (await readMeta(mirror, 'older')) ?? NONE;
}

/** Changes the notes about older documents, inside the caller's transaction. */
export async function noteOlder(mirror: Mirror, change: Partial<OlderRows>): Promise<void> {
  await writeMeta(mirror, { name: 'older', value: { ...(await olderRows(mirror)), ...change } });
}

/**
 * Divides `documents`, which a bounded walk did not meet. Those that the bounded copy leaves out
 * are noted, so that the server is asked for them by id (settleOlder). The others are returned: the
 * person no longer sees them. Inside the caller's transaction.
 */
export async function setOlderAside(
  mirror: Mirror,
  { documents, bound }: { documents: readonly MirrorDocument[]; bound: CopyBound },
): Promise<MirrorDocument[]> {
  const sinceMs = Date.parse(bound.begins_at);
  const older = documents.filter((document) => !isInCopy(factsOf(document), sinceMs));
  await noteOlder(mirror, { unverified: new Set(older.flatMap(({ serverId }) => serverId ?? [])) });
  const aside = new Set(older);
  return documents.filter((document) => !aside.has(document));
}

/**
 * Drops documents of a bounded copy that the person no longer sees: a walk had left them out, and
 * the server was asked for their details and did not give them. `asked`: the ids in the request;
 * `seen`: those in the answer. One transaction; most pulls need none.
 */
export async function settleOlder(
  mirror: Mirror,
  { asked, seen }: { asked: readonly number[]; seen: readonly number[] },
): Promise<void> {
  const open = (await olderRows(mirror)).unverified;
  if (!asked.some((id) => open.has(id))) return;
  await durably(mirror, {
    tables: DROP_TABLES,
    work: async () => {
      const { unverified } = await olderRows(mirror);
      const inSight = new Set(seen);
      const unseen = asked.filter((id) => unverified.has(id) && !inSight.has(id));
      const documents = await mirror.documents.withServerIds(unseen);
      const keys = await dropDocuments(
        mirror,
        documents.filter((document) => document.gone !== true),
      );
      await noteOlder(mirror, { unverified: new Set([...unverified].filter((id) => !asked.includes(id))) });
      if (keys.length > 0) await refoldAll(mirror, { keys, context: await foldContextOf(mirror) });
    },
  });
}

/**
 * Drops those of `keys` that a bounded copy leaves out and that are not in use: without commands,
 * drafts, receipts, a pin or an opening in the last 180 days. The server has them all. One
 * transaction.
 */
export async function letGoOfOlder(
  mirror: Mirror,
  { keys, sinceMs, nowMs }: { keys: readonly string[]; sinceMs: number; nowMs: number },
): Promise<void> {
  await durably(mirror, {
    tables: DROP_TABLES,
    work: async () => {
      const rows = await mirror.documents.bulkGet(keys);
      const isUsed = await usedDocuments(mirror, nowMs);
      const unused = rows.filter(
        (row) => row !== undefined && row.gone !== true && !isInCopy(factsOf(row), sinceMs) && !isUsed(row),
      );
      await dropDocuments(mirror, unused as MirrorDocument[]);
      const { unverified } = await olderRows(mirror);
      const gone = new Set(unused.map((row) => row?.serverId));
      if (unverified.size > 0)
        await noteOlder(mirror, { unverified: new Set([...unverified].filter((id) => !gone.has(id))) });
    },
  });
}

/**
 * Notes `since`, the first day of the copy to which older documents were trimmed, and forgets
 * searches longer ago than `FETCHED_DAYS`. One transaction.
 */
export async function noteTrimmed(mirror: Mirror, { since, nowMs }: { since: string; nowMs: number }): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const { fetched } = await olderRows(mirror);
      const recent = [...fetched].filter(([, atMs]) => isFetchLately(atMs, nowMs));
      await noteOlder(mirror, { fetched: new Map(recent), trimmedTo: since });
    },
  });
}

/**
 * Whether a document that a search of the server brought at `atMs` is still kept because of that
 * search.
 */
export function isFetchLately(atMs: number, nowMs: number): boolean {
  return nowMs - atMs < FETCHED_DAYS * DAY_MS;
}

async function usedDocuments(mirror: Mirror, nowMs: number): Promise<(row: MirrorDocument) => boolean> {
  const [commands, drafts, pinned, receipts, opened, bases] = await Promise.all([
    mirror.commands.orderBy('documentKey').uniqueKeys(),
    mirror.drafts.toCollection().primaryKeys(),
    pinnedDocuments(mirror),
    mirror.receipts.orderBy('documentId').uniqueKeys(),
    mirror.details
      .where('openedAtMs')
      .above(nowMs - DETAILS_DAYS * DAY_MS)
      .primaryKeys(),
    mirror.bases.toCollection().primaryKeys(),
  ]);
  const keys = new Set([...commands, ...drafts.flatMap((id) => repliesTo({ id }) ?? []), ...opened, ...bases]);
  const ids = new Set([...pinned, ...receipts]);
  return ({ key, serverId }) => keys.has(key) || serverId === null || ids.has(serverId);
}

function factsOf({ stored_status, created_at, last_activity_at }: MirrorDocument): CopyFacts {
  return {
    storedStatus: stored_status,
    createdMs: Date.parse(created_at),
    lastActivityMs: Date.parse(last_activity_at),
  };
}
