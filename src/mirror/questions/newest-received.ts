import { arrivalOf, type IndexEntry } from '../engine/index-table.ts';

/**
 * The entries of the documents for which the person is responsible now, newest arrival first (rule
 * G6).
 */
export function newestReceived(
  entries: readonly IndexEntry[],
  { userId, limit }: { userId: number; limit: number },
): readonly IndexEntry[] {
  return entries
    .filter((entry) => entry.responsibleIds.includes(userId))
    .map((entry) => ({ entry, at: arrivalOf(entry, userId) }))
    .sort((left, right) => right.at - left.at)
    .slice(0, limit)
    .map((arrival) => arrival.entry);
}
