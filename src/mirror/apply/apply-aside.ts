// Rows that come beside the feed, of documents that a bounded copy leaves out (S110). They are
// applied as rows of the feed are, by their numbers.

import type { DocumentRow } from '#contract/documents.ts';
import type { Change } from '#contract/sync.ts';
import type { Mirror } from '../store/schema.ts';
import { applyPageBy } from './apply-page.ts';
import { olderRows } from './older-rows.ts';

/** Not a cursor of the feed: a page that was requested with it does not move the position. */
const NO_CURSOR = 'fetched';

/**
 * Applies the rows that `chosen` returns. `chosen` is called in the same transaction, and not at
 * all while the first copy is being made.
 */
export async function applyAside(
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
 * Applies the server's present rows of documents that a walk left out. The device may have dropped
 * some of them since they were requested.
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
