// Applies documents that come beside the feed, because a bounded copy leaves them out (S110):
// results of a search on the server, and older documents that a walk could not judge. They are
// compared by rev, as rows of the feed are. Results of a search stay for `FETCHED_DAYS`.

import type { DocumentFull, DocumentRow } from '#contract/documents.ts';
import type { Change } from '#contract/sync.ts';
import { refold } from '../fold/refold.ts';
import { keyOfServerId } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, FOLD_TABLES } from '../store/storage.ts';
import { applyFull } from './apply-answer.ts';
import { applyPageBy } from './apply-page.ts';
import { noteOlder, olderRows } from './older-rows.ts';

/**
 * Applies rows that a search on the server found, in one transaction. Returns false, and applies
 * nothing, while the first copy is being made: the rows could then not be told from those that the
 * walk has met.
 */
export async function applyFetched(
  mirror: Mirror,
  { rows, nowMs }: { rows: readonly DocumentRow[]; nowMs: number },
): Promise<boolean> {
  let isApplied = false;
  const chosen = async () => {
    await noteFetched(mirror, { ids: rows.map(({ id }) => id), nowMs });
    isApplied = true;
    return rows;
  };
  await applyAside(mirror, { chosen, nowMs });
  return isApplied;
}

/** Applies one document that a search on the server found, with its details. One transaction. */
export async function applyFetchedWhole(
  mirror: Mirror,
  { document, nowMs }: { document: DocumentFull; nowMs: number },
): Promise<void> {
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts', 'walk'],
    work: async () => {
      // The person logged out before the answer arrived.
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

/**
 * Stands for the cursor of these pages. It is no cursor of the feed, so such a page does not move
 * the position.
 */
const NO_CURSOR = 'fetched';

/**
 * Applies the rows that `chosen` returns, by their revs. `chosen` runs in the same transaction, and
 * not at all while the first copy is being made.
 */
async function applyAside(
  mirror: Mirror,
  { chosen, nowMs }: { chosen: () => Promise<readonly DocumentRow[]>; nowMs: number },
): Promise<void> {
  const changesOf = async () =>
    (await chosen()).map((row): Change => ({ collection: 'documents', op: 'put', id: row.id, rev: row.rev, row }));
  const page = {
    changes: [],
    asked: NO_CURSOR,
    next_cursor: NO_CURSOR,
    has_more: false,
    snapshot: false,
    scope_epoch: '',
    server_time: new Date(nowMs).toISOString(),
    minimum_client: 0,
  };
  await applyPageBy({ changesOf }, { mirror, page });
}

/**
 * Applies the server's rows of documents that a bounded walk left out. Rows that the device has
 * dropped since they were requested are ignored.
 */
export async function applyOpen(
  mirror: Mirror,
  { rows, nowMs }: { rows: readonly DocumentRow[]; nowMs: number },
): Promise<void> {
  const chosen = async () => {
    const { unverified } = await olderRows(mirror);
    return rows.filter(({ id }) => unverified.has(id));
  };
  await applyAside(mirror, { chosen, nowMs });
}
