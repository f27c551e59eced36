// "Para hoje e esta semana": documents that are overdue or due soon and wait for the person's
// sector.

import type { CalendarDay } from '#domain/dates.ts';
import { dueGroups, isGroupWithin } from '#domain/deadlines.ts';
import type { PromiseExtended } from 'dexie';
import { type IndexEntry, withDocumentIndex } from '../engine/document-index.ts';
import { inDueOrder } from './due-order.ts';
import { type Asker, type ListedDocument, listedRows } from './listed-document.ts';
import type { MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/** How many rows each part shows at most; a link with the whole number leads to the rest. */
export const OVERDUE_SHOWN = 3;
export const WEEK_SHOWN = 10;

export type Week = {
  /** The overdue ones, the oldest deadline first, at most `OVERDUE_SHOWN`. */
  readonly overdue: readonly ListedDocument[];
  readonly overdueCount: number;
  /** Due from today to Saturday, the nearest first, at most `WEEK_SHOWN`. */
  readonly due: readonly ListedDocument[];
  readonly dueCount: number;
  /** How many of the overdue and due documents have the person among their responsibles. */
  readonly mineCount: number;
  /**
   * How many documents of the sector are due within ten days: the length of the list that the link
   * opens.
   */
  readonly tenDaysCount: number;
  /** The nearest deadline after the week; null when there is none. */
  readonly next: CalendarDay | null;
};

/**
 * `organizationId`: null for a person without a sector, who gets only the documents that are with
 * them.
 */
export type WeekQuery = {
  readonly person: Asker;
  readonly organizationId: number | null;
  readonly today: CalendarDay;
};

/**
 * What is overdue or due until Saturday, among the documents that are with the person's sector or
 * with the person. @internal
 */
export function weekOf(mirror: Mirror, asked: WeekQuery): PromiseExtended<Week> {
  return withDocumentIndex(mirror, (entries, rowsOf) => {
    const { shown, weekWith } = weekIn(entries, asked);
    return rowsOf(shown).then(weekWith);
  });
}

/**
 * Computes the week in two steps: `shown` are the entries whose rows it shows, and `weekWith` makes
 * the week of these rows.
 */
export function weekIn(
  entries: readonly IndexEntry[],
  { person, organizationId, today }: WeekQuery,
): {
  readonly shown: readonly IndexEntry[];
  readonly weekWith: (rows: readonly (MirrorDocument | undefined)[]) => Week;
} {
  const isMine = (entry: IndexEntry) => entry.responsibleIds.includes(person.userId);
  const isOfSector = (entry: IndexEntry) => organizationId !== null && entry.organizationIds.includes(organizationId);
  const overdue: IndexEntry[] = [];
  const due: IndexEntry[] = [];
  const groupOf = dueGroups(today);
  let tenDaysCount = 0;
  let next: CalendarDay | null = null;
  for (const entry of inDueOrder(entries)) {
    if (!isMine(entry) && !isOfSector(entry)) continue;
    const group = groupOf(entry);
    if (group === 'overdue') overdue.push(entry);
    else if (isGroupWithin(group, 'week')) due.push(entry);
    else if (group !== 'completed') next ??= entry.limitDate;
    if (isGroupWithin(group, 'ten_days') && (organizationId === null || isOfSector(entry))) tenDaysCount += 1;
  }
  const late = overdue.slice(0, OVERDUE_SHOWN);
  const coming = due.slice(0, WEEK_SHOWN);
  return {
    // One query for both: their rows are in the same slices.
    shown: [...late, ...coming],
    weekWith: (rows) => ({
      overdue: listedRows(rows.slice(0, late.length), { person, today }),
      overdueCount: overdue.length,
      due: listedRows(rows.slice(late.length), { person, today }),
      dueCount: due.length,
      mineCount: [...overdue, ...due].filter(isMine).length,
      tenDaysCount,
      next,
    }),
  };
}
