// How many documents there are of each status and limit date. What is counted for a day is counted from these few numbers, which
// the stored index has, so that a start does not go through all documents.

import { STORED_STATUSES, type StoredStatus } from '#domain/status.ts';
import type { DayColumns } from '../store/index-columns.ts';
import type { IndexEntry } from './index-entry.ts';

/** Documents of one status and limit date; the date is empty for finished ones. */
export type DayCount = { readonly storedStatus: StoredStatus; readonly limitDate: string; readonly count: number };

const kept = new WeakMap<readonly IndexEntry[], DayColumns>();

/** Calls `visit` for each status and limit date. */
export function eachDay({ dates, counts }: DayColumns, visit: (day: DayCount) => void): void {
  let at = 0;
  for (const limitDate of dates) {
    for (const storedStatus of STORED_STATUSES) {
      const count = counts[at] ?? 0;
      if (count > 0) visit({ storedStatus, limitDate, count });
      at += 1;
    }
  }
}

/** Counted once for each list of entries. */
export function dayColumnsOf(entries: readonly IndexEntry[]): DayColumns {
  const known = kept.get(entries);
  if (known !== undefined) return known;
  const dates = [...new Set(entries.map(dateOf))];
  const days = { dates, counts: new Uint32Array(dates.length * STORED_STATUSES.length) };
  countIn(days, { entries, step: 1 });
  kept.set(entries, days);
  return days;
}

/** The counts of entries that were stored with them. */
export function keepDayCounts(entries: readonly IndexEntry[], days: DayColumns): void {
  kept.set(entries, days);
}

/**
 * Counts the list that has taken the place of `before` from the counts of that, where they are known: some entries left it, fresh ones
 * came. Those of `before` stay as they are, because they may be about to be stored.
 */
export function moveDayCounts(
  before: readonly IndexEntry[],
  change: { to: readonly IndexEntry[]; left: readonly IndexEntry[]; fresh: readonly IndexEntry[] },
): void {
  const known = kept.get(before);
  if (known === undefined) return;
  const days = withDates(known, new Set(change.fresh.map(dateOf)));
  countIn(days, { entries: change.left, step: -1 });
  countIn(days, { entries: change.fresh, step: 1 });
  kept.set(change.to, days);
}

/** No day changes anything for a finished document. */
function dateOf({ storedStatus, limitDate }: IndexEntry): string {
  return storedStatus === 'completed' ? '' : limitDate;
}

function countIn({ dates, counts }: DayColumns, { entries, step }: { entries: readonly IndexEntry[]; step: 1 | -1 }) {
  const places = entries.length < dates.length ? null : new Map(dates.map((date, place) => [date, place]));
  for (const entry of entries) {
    const date = dateOf(entry);
    const place = places?.get(date) ?? dates.indexOf(date);
    const at = place * STORED_STATUSES.length + STORED_STATUSES.indexOf(entry.storedStatus);
    counts[at] = (counts[at] ?? 0) + step;
  }
}

/** The same counts as new ones, with room for these dates. */
function withDates(days: DayColumns, some: ReadonlySet<string>): DayColumns {
  const missing = [...some].filter((date) => !days.dates.includes(date));
  const counts = new Uint32Array(days.counts.length + missing.length * STORED_STATUSES.length);
  counts.set(days.counts);
  return { dates: [...days.dates, ...missing], counts };
}
