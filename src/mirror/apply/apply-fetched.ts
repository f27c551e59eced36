// Documents that a person has the server search for, because a bounded copy leaves them out (S110). They are applied as rows of the
// feed are, by their numbers, and stay for a while.

import type { DocumentFull, DocumentRow } from '#contract/documents.ts';
import type { Change } from '#contract/sync.ts';
import { refold } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { keyOfServerId } from '../store/server-key.ts';
import { durably, FOLD_TABLES } from '../store/storage.ts';
import { applyFull } from './apply-answer.ts';
import { applyPageBy } from './apply-page.ts';
import { noteOlder, olderRows } from './older-rows.ts';

/** No cursor of a feed: a page that was asked for by it moves nothing. */
const NO_CURSOR = 'fetched';

/**
 * Applies rows of the list. False while the first copy is being made: rows from elsewhere could then not be told from those that
 * the walk meets. One transaction.
 */
export async function applyFetched(
  mirror: Mirror,
  { rows, nowMs }: { rows: readonly DocumentRow[]; nowMs: number },
): Promise<boolean> {
  const before = () => noteFetched(mirror, { ids: rows.map(({ id }) => id), nowMs });
  return applyAside(mirror, { rows, nowMs, before });
}

/** The same for documents that are here already. `before`: runs first, in the same transaction. */
export async function applyAside(
  mirror: Mirror,
  { rows, nowMs, before }: { rows: readonly DocumentRow[]; nowMs: number; before?: () => Promise<void> },
): Promise<boolean> {
  let isApplied = false;
  const changes = rows.map((row): Change => ({ collection: 'documents', op: 'put', id: row.id, rev: row.rev, row }));
  const changesOf = async () => {
    await before?.();
    isApplied = true;
    return changes;
  };
  const page = {
    changes,
    asked: NO_CURSOR,
    next_cursor: NO_CURSOR,
    has_more: false,
    snapshot: false,
    scope_epoch: '',
    server_time: new Date(nowMs).toISOString(),
    minimum_client: 0,
  };
  await applyPageBy({ changesOf }, { mirror, page });
  return isApplied;
}

/** Applies one document with its details. One transaction. */
export async function applyFetchedWhole(
  mirror: Mirror,
  { document, nowMs }: { document: DocumentFull; nowMs: number },
): Promise<void> {
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'drafts', 'walk'],
    work: async () => {
      // The person has left while it was on its way.
      if ((await mirror.meta.get('session')) === undefined) return;
      const known = await mirror.documents.withServerId(document.id);
      const key = known?.key ?? keyOfServerId(document.id);
      await noteFetched(mirror, { ids: [document.id], nowMs });
      await applyFull(mirror, { key, document });
      await refold(mirror, key);
    },
  });
}

async function noteFetched(mirror: Mirror, { ids, nowMs }: { ids: readonly number[]; nowMs: number }): Promise<void> {
  const { fetched } = await olderRows(mirror);
  await noteOlder(mirror, { fetched: new Map([...fetched, ...ids.map((id) => [id, nowMs] as const)]) });
}
