import { PATHS } from '#contract/paths.ts';
import { readReceipt } from '#contract/read-receipts.ts';
import { isInCopy } from '#domain/bounded-copy.ts';
import { isFetchLately, letGoOfOlder, noteTrimmed, olderRows } from '#mirror/apply/older-rows.ts';
import { documentIndexOf } from '#mirror/engine/document-index.ts';
import { checkReceipt, keepReceipt } from '#mirror/keep/receipts.ts';
import { trimDetails } from '#mirror/keep/trim-details.ts';
import { forgetDone } from '#mirror/outbox/forget-done.ts';
import { knownReceiptKeys } from '#mirror/store/device-facts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { durably, readMeta } from '#mirror/store/storage.ts';
import { learnReceiptKey } from './send-command.ts';
import { readingOf, successOf } from './reading.ts';
import type { SyncClient, SyncRuntime } from './runtime.ts';

/**
 * Cleans up at a start where commands are done or were discarded: fetches receipts whose answer was
 * lost, and deletes done commands, old details and what a bounded copy leaves out. Opening a
 * document is enough to have a done command, its view.
 */
export async function tidyDone(runtime: SyncRuntime, client: SyncClient): Promise<void> {
  await fetchReceipts(runtime, client);
  await forgetDone(runtime.mirror, runtime.clock());
  await trimDetails(runtime.mirror, runtime.clock());
  await trimCopy(runtime.mirror, runtime.clock());
}

/** How many documents one transaction drops. Screens wait for it, so it is short. */
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

/**
 * Fetches the receipts of commands whose answer was lost. A page of changes showed that they are
 * registered, and such a page has no signatures (S98). A server that never signed for this mirror
 * is not asked, and the first trouble ends the run until the next start.
 */
export async function fetchReceipts({ mirror }: SyncRuntime, client: SyncClient): Promise<void> {
  const done = await mirror.commands.where('state').equals('done').toArray();
  const kept = await mirror.receipts.bulkGet(done.map((command) => command.id));
  const missing = done.filter((command, at) => kept[at] === undefined && command.type !== 'record-view');
  if (missing.length === 0 || ((await knownReceiptKeys()) ?? []).length === 0) return;
  for (const { id } of missing) {
    const reading = readingOf(await client.request({ method: 'GET', path: PATHS.receipt(id) }));
    const receipt = readReceipt(successOf(reading), id);
    if (receipt === null) {
      if (reading.kind === 'ours') continue;
      return;
    }
    await learnReceiptKey(client, receipt);
    const check = await checkReceipt(receipt, (await knownReceiptKeys()) ?? []);
    await durably(mirror, { tables: ['receipts'], work: () => keepReceipt(mirror, { receipt, check }) });
  }
}
