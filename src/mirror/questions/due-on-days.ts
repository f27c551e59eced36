import type { CalendarDay } from '#domain/dates.ts';
import type { PromiseExtended } from 'dexie';
import { withDocumentIndex } from '../engine/document-index.ts';
import type { Mirror } from '../store/schema.ts';
import { inDueOrder } from './due-order.ts';
import { type Asker, type ListedDocument, listedRows } from './listed-document.ts';

/**
 * The documents on this device that are not completed and are due on one of `days`, the nearest
 * limit date first. Days before `today` are left out.
 */
export function dueOnDays(
  mirror: Mirror,
  { person, today, days }: { person: Asker; today: CalendarDay; days: readonly CalendarDay[] },
): PromiseExtended<ListedDocument[]> {
  const among = new Set(days);
  return withDocumentIndex(mirror, (entries, rowsOf) => {
    const due = entries.filter(
      ({ storedStatus, limitDate }) => storedStatus !== 'completed' && limitDate >= today && among.has(limitDate),
    );
    return rowsOf(inDueOrder(due)).then((rows) => listedRows(rows, { person, today }));
  });
}
