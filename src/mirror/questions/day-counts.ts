// How many documents there are of each status and limit date. What is counted for a day is counted from these few numbers, which
// the stored index has, so that a start does not go through all documents.

import type { DayCount } from '../store/index-columns.ts';
import type { IndexEntry } from './index-entry.ts';

const kept = new WeakMap<readonly IndexEntry[], readonly DayCount[]>();

/** Counted once for each list of entries. */
export function dayCountsOf(entries: readonly IndexEntry[]): readonly DayCount[] {
  const known = kept.get(entries);
  if (known !== undefined) return known;
  const counts = counted(entries);
  kept.set(entries, counts);
  return counts;
}

/** The counts of entries that were stored with them. */
export function keepDayCounts(entries: readonly IndexEntry[], counts: readonly DayCount[]): void {
  kept.set(entries, counts);
}

function counted(entries: readonly IndexEntry[]): readonly DayCount[] {
  const days = new Map<string, { -readonly [Name in keyof DayCount]: DayCount[Name] }>();
  for (const { storedStatus, limitDate: date } of entries) {
    // No day changes anything for a finished document.
    const limitDate = storedStatus === 'completed' ? '' : date;
    const day = days.get(storedStatus + limitDate);
    if (day === undefined) days.set(storedStatus + limitDate, { storedStatus, limitDate, count: 1 });
    else day.count += 1;
  }
  return [...days.values()];
}
