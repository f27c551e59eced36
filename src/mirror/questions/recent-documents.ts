import type { CalendarDay } from '#domain/dates.ts';
import type { PromiseExtended } from 'dexie';
import { withDocumentIndex } from '../engine/document-index.ts';
import { arrivalOf, type IndexEntry } from '../engine/index-table.ts';
import type { Mirror } from '../store/schema.ts';
import { type Asker, type ListedDocument, listedRows } from './listed-document.ts';

/**
 * "ÚLTIMOS QUE RECEBEU": documents for which the person is responsible now, newest arrival first
 * (rule G6).
 */
export function recentDocuments(
  mirror: Mirror,
  { person, today, limit }: { person: Pick<Asker, 'userId' | 'acronym'>; today: CalendarDay; limit: number },
): PromiseExtended<ListedDocument[]> {
  return withDocumentIndex(mirror, (entries, rowsOf) =>
    rowsOf(newestReceived(entries, { userId: person.userId, limit })).then((rows) =>
      listedRows(rows, { person, today }),
    ),
  );
}

/**
 * The entries of the documents for which the person is responsible now, newest arrival first (rule
 * G6).
 */
export function newestReceived(
  entries: readonly IndexEntry[],
  { userId, limit }: { userId: number; limit: number },
): readonly IndexEntry[] {
  return entries
    .filter((entry) => entry.responsibleIds.includes(userId))
    .map((entry) => ({ entry, at: arrivalOf(entry, userId) }))
    .sort((left, right) => right.at - left.at)
    .slice(0, limit)
    .map((arrival) => arrival.entry);
}
