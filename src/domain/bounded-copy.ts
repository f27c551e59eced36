// How much of what a person may see is copied to their devices (src/sync/promises.md, Pull). A
// person who sees very many documents has only those that are not completed and those of the last
// two years there, and asks the server for older ones.

import { type CalendarDay, daysInMonth } from './dates.ts';
import type { StoredStatus } from './status.ts';

/** A person who sees at least this many documents gets a bounded copy on their devices. */
export const BOUNDED_FROM = 20_000;

/**
 * A bounded copy becomes whole again below this fraction of the bound. The gap keeps a copy near
 * the bound from changing its extent with each document.
 */
const WHOLE_BELOW = 0.9;

const YEARS = 2;

/**
 * Whether a person who sees `total` documents has a bounded copy. `from`: the least number of
 * documents that makes a copy bounded. `was`: whether it is bounded now.
 */
export function isCopyBounded(total: number, { from, was }: { from: number; was: boolean }): boolean {
  return total >= (was ? from * WHOLE_BELOW : from);
}

/** The first day of a bounded copy on `today`: the same day two years before. */
export function firstDayOfCopy(today: CalendarDay): CalendarDay {
  const year = Number(today.slice(0, 4)) - YEARS;
  const month = today.slice(5, 7);
  const day = Math.min(Number(today.slice(8, 10)), daysInMonth(year, Number(month)));
  return `${String(year).padStart(4, '0')}-${month}-${String(day).padStart(2, '0')}`;
}

/** What decides whether a document belongs to a bounded copy. Instants are epoch ms. */
export type CopyFacts = {
  readonly storedStatus: StoredStatus;
  readonly createdMs: number;
  readonly lastActivityMs: number;
};

/**
 * Whether a document belongs to a bounded copy: it is not completed, or was created or moved at
 * `sinceMs`, the first instant of the copy's first day, or later. src/server/sync/rows.ts has the
 * same condition in SQL.
 */
export function isInCopy({ storedStatus, createdMs, lastActivityMs }: CopyFacts, sinceMs: number): boolean {
  return storedStatus !== 'completed' || createdMs >= sinceMs || lastActivityMs >= sinceMs;
}
