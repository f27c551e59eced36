// The documents in the order of their deadlines.

import { compareDue } from '#domain/deadlines.ts';
import type { IndexEntry } from '../engine/document-index.ts';

const ordered = new WeakMap<readonly IndexEntry[], readonly IndexEntry[]>();

/**
 * All entries of the index, the nearest deadline first and the newest first on one day. Sorted once
 * for each state of the index, because no day changes this order.
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
