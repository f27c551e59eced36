import { arrivalOf, type IndexEntry } from './index-entry.ts';

/** The keys of the documents for which the person is responsible now, newest arrival first (rule G6). */
export function newestReceived(
  entries: readonly IndexEntry[],
  { userId, limit }: { userId: number; limit: number },
): readonly string[] {
  return entries
    .filter((entry) => entry.responsibleIds.includes(userId))
    .map((entry) => ({ key: entry.key, at: arrivalOf(entry, userId) }))
    .sort((left, right) => right.at - left.at)
    .slice(0, limit)
    .map((arrival) => arrival.key);
}
