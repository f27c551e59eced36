import type { Change, Collection } from '#contract/sync.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { presentRow } from '../presenters/present-document.ts';
import type { StoredDocumentRow } from '../queries/document-row.ts';

/** A key of the feed and its row as the database built it; null = gone for this person. */
export type FeedRow = {
  readonly collection: Collection;
  readonly id: number;
  readonly rev: number;
  readonly row: unknown;
};

/** One change on the wire; rows are wire shapes already, documents get their status of `today`. */
export function toChange(feed: FeedRow, today: CalendarDay): Change {
  const { collection, id, rev } = feed;
  if (feed.row === null) return { collection, op: 'delete', id, rev };
  const row = collection === 'documents' ? presentRow(feed.row as StoredDocumentRow, today) : feed.row;
  return { collection, op: 'put', id, rev, row } as Change;
}
