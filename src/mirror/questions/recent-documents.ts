import type { CalendarDay } from '#domain/dates.ts';
import { documentIndexOf } from './document-index.ts';
import { arrivalOf } from './index-entry.ts';
import { readMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';
import { listedDocumentOf, type ListedDocument } from './listed-document.ts';

/** "ÚLTIMOS QUE RECEBEU": documents for which the person is responsible now, newest arrival first (rule G6). */
export async function recentDocuments(
  mirror: Mirror,
  { userId, today, limit }: { userId: number; today: CalendarDay; limit: number },
): Promise<ListedDocument[]> {
  const acronym = (await readMeta(mirror, 'session'))?.tenant.acronym ?? '';
  const arrivals = (await documentIndexOf(mirror))
    .filter((entry) => entry.responsibleIds.includes(userId))
    .map((entry) => ({ key: entry.key, at: arrivalOf(entry, userId) }))
    .sort((left, right) => right.at - left.at);
  const rows = await mirror.documents.bulkGet(arrivals.slice(0, limit).map((arrival) => arrival.key));
  return rows.flatMap((row) =>
    row === undefined ? [] : [listedDocumentOf(row, { person: { userId, acronym }, today })],
  );
}
