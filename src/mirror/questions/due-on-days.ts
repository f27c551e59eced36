// The open documents whose limit date is one of some days.

import type { CalendarDay } from '#domain/dates.ts';
import type { PromiseExtended } from 'dexie';
import { withDocumentIndex } from '../engine/document-index.ts';
import type { Mirror } from '../store/schema.ts';
import { inDueOrder } from './due-order.ts';
import { type Asker, type ListedDocument, listedRows } from './listed-document.ts';

/** Of this device, the nearest limit date first. Days before today have passed. */
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
