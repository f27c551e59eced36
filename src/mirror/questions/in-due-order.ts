// The documents in the order of their deadlines. Apart from the list's choices, because the home has it alone.

import { compareDue } from '#domain/deadlines.ts';
import type { IndexEntry } from './document-index.ts';

const ordered = new WeakMap<readonly IndexEntry[], readonly IndexEntry[]>();

/**
 * All entries of the index, the nearest deadline first and the newest first on one day. Sorted once for each state of the
 * index, because no day changes this order.
 */
export function inDueOrder(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  const known = ordered.get(entries);
  if (known !== undefined) return known;
  const sorted = [...entries].sort(compareDue);
  ordered.set(entries, sorted);
  return sorted;
}
