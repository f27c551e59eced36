import type { CalendarDay } from '#domain/dates.ts';
import type { PromiseExtended } from 'dexie';
import { withDocumentIndex } from '../engine/document-index.ts';
import { type Asker, type ListedDocument, listedRows } from './listed-document.ts';
import { newestReceived } from './newest-received.ts';
import type { Mirror } from '../store/schema.ts';

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
