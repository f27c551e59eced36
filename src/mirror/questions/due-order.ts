// How lists of documents are filtered, counted and ordered by limit date.

import type { CalendarDay } from '#domain/dates.ts';
import { compareDue, DUE_GROUPS, type DueGroup, dueGroups, type DueSpan, isGroupWithin } from '#domain/deadlines.ts';
import { countedBy, dayColumnsOf, type IndexEntry } from '../engine/document-index.ts';

export type DueCounts = Readonly<Record<DueGroup, number>>;

/** The filter of a list by deadline: overdue documents, those due within a span, or both. */
export type DueChoice = { readonly overdue?: boolean | undefined; readonly due?: DueSpan | undefined };

/**
 * Turns entries that have the nearest deadline first: the farthest comes first. Finished documents
 * stay last.
 */
export function turnedRound(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  const firstDone = entries.findIndex((entry) => entry.storedStatus === 'completed');
  const at = firstDone === -1 ? entries.length : firstDone;
  return [...entries.slice(0, at).reverse(), ...entries.slice(at).reverse()];
}

/** How many of the entries are in each group on `today`. */
export function countDue(entries: readonly IndexEntry[], today: CalendarDay): DueCounts {
  return countDueDays(dayColumnsOf(entries), today);
}

const countDueDays = countedBy(DUE_GROUPS, dueGroups);

/** Tests whether an entry passes the filter on `today`; null for a choice that filters nothing. */
export function dueMatcher(choice: DueChoice, today: CalendarDay): ((entry: IndexEntry) => boolean) | null {
  const { overdue = false, due } = choice;
  if (!overdue && due === undefined) return null;
  const groupOf = dueGroups(today);
  return (entry) => {
    const group = groupOf(entry);
    return (overdue && group === 'overdue') || (due !== undefined && isGroupWithin(group, due));
  };
}

const ordered = new WeakMap<readonly IndexEntry[], readonly IndexEntry[]>();

/**
 * The entries in the order of their deadlines: the nearest first, the newest first on one day,
 * finished documents last. They are sorted once for each state of the index, because the order does
 * not depend on the day.
 */
export function inDueOrder(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  const known = ordered.get(entries);
  if (known !== undefined) return known;
  const byDay = new Map<string, IndexEntry[]>();
  for (const entry of entries) {
    const day = (entry.storedStatus === 'completed' ? 'done ' : '') + entry.limitDate;
    const some = byDay.get(day);
    if (some === undefined) byDay.set(day, [entry]);
    else some.push(entry);
  }
  const sorted = [...byDay.values()].sort(([left], [right]) => (left && right ? compareDue(left, right) : 0)).flat();
  ordered.set(entries, sorted);
  return sorted;
}
