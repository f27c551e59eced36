// "Para hoje e esta semana": what waits for the person's sector, whoever it is with.

import type { CalendarDay } from '#domain/dates.ts';
import { dueGroups, isGroupWithin } from '#domain/deadlines.ts';
import { documentIndexOf, type IndexEntry } from './document-index.ts';
import { inDueOrder } from './in-due-order.ts';
import { type Asker, listedDocumentOf, type ListedDocument } from './listed-document.ts';
import type { Mirror } from '../store/schema.ts';

/** Rows shown of each part; the rest is reached by a link that says how many there are. */
export const OVERDUE_SHOWN = 3;
export const WEEK_SHOWN = 10;

export type Week = {
  /** The overdue ones, the oldest deadline first, at most `OVERDUE_SHOWN`. */
  readonly overdue: readonly ListedDocument[];
  readonly overdueCount: number;
  /** Due from today to Saturday, the nearest first, at most `WEEK_SHOWN`. */
  readonly due: readonly ListedDocument[];
  readonly dueCount: number;
  /** How many of all these the person answers for. */
  readonly mineCount: number;
  /** How many of the sector are due within ten days: as many as the list holds that the link opens. */
  readonly tenDaysCount: number;
  /** The nearest deadline after the week; null when there is none. */
  readonly next: CalendarDay | null;
};

/**
 * What is overdue or due until Saturday, among the documents that are with the person's sector or with the person.
 * `organizationId` null: a person without a sector has their own only.
 */
export async function weekOf(
  mirror: Mirror,
  { person, organizationId, today }: { person: Asker; organizationId: number | null; today: CalendarDay },
): Promise<Week> {
  const isMine = (entry: IndexEntry) => entry.responsibleIds.includes(person.userId);
  const isOfSector = (entry: IndexEntry) => organizationId !== null && entry.organizationIds.includes(organizationId);
  const overdue: IndexEntry[] = [];
  const due: IndexEntry[] = [];
  const groupOf = dueGroups(today);
  let tenDaysCount = 0;
  let next: CalendarDay | null = null;
  for (const entry of inDueOrder(await documentIndexOf(mirror))) {
    if (!isMine(entry) && !isOfSector(entry)) continue;
    const group = groupOf(entry);
    if (group === 'overdue') overdue.push(entry);
    else if (isGroupWithin(group, 'week')) due.push(entry);
    else if (group !== 'completed') next ??= entry.limitDate;
    if (isGroupWithin(group, 'ten_days') && (organizationId === null || isOfSector(entry))) tenDaysCount += 1;
  }
  const late = overdue.slice(0, OVERDUE_SHOWN);
  const coming = due.slice(0, WEEK_SHOWN);
  // One question for both: they are rows of the same slices.
  const rows = await mirror.documents.bulkGet([...late, ...coming].map((entry) => entry.key));
  const listed = (some: typeof rows) =>
    some.flatMap((row) => (row === undefined ? [] : [listedDocumentOf(row, { person, today })]));
  return {
    overdue: listed(rows.slice(0, late.length)),
    overdueCount: overdue.length,
    due: listed(rows.slice(late.length)),
    dueCount: due.length,
    mineCount: [...overdue, ...due].filter(isMine).length,
    tenDaysCount,
    next,
  };
}
