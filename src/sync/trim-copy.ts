import { isInCopy } from '#domain/bounded-copy.ts';
import { isFetchLately, letGoOfOlder, noteTrimmed, olderRows } from '#mirror/apply/older-rows.ts';
import { documentIndexOf } from '#mirror/engine/document-index.ts';
import { readMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';

/** Documents that are dropped in one transaction: screens wait for it. */
const AT_ONCE = 200;

/**
 * Drops the documents that a bounded copy no longer reaches (S110), once for each day that the
 * server has named. Documents in use stay, and so do those that were fetched in the last 30 days. A
 * copy that is still being made, or is whole, stays as it is.
 */
export async function trimCopy(mirror: Mirror, nowMs: number): Promise<void> {
  const [cursor, older] = await Promise.all([readMeta(mirror, 'cursor'), olderRows(mirror)]);
  if (cursor?.bounded === undefined || !cursor.snapshotDone) return;
  const { since, begins_at } = cursor.bounded;
  if (older.trimmedTo === since) return;
  const sinceMs = Date.parse(begins_at);
  const isFetched = (id: number) => isFetchLately(older.fetched.get(id) ?? -Infinity, nowMs);
  const keys = (await documentIndexOf(mirror))
    .filter((entry) => !isInCopy(entry, sinceMs) && entry.serverId !== null && !isFetched(entry.serverId))
    .map((entry) => entry.key);
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    await letGoOfOlder(mirror, { keys: keys.slice(from, from + AT_ONCE), sinceMs, nowMs });
  }
  await noteTrimmed(mirror, { since, nowMs });
}
