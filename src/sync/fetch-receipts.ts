import { PATHS } from '#contract/paths.ts';
import { readReceipt } from '#contract/read-receipts.ts';
import { checkReceipt, keepReceipt } from '#mirror/keep/receipts.ts';
import { knownReceiptKeys } from '#mirror/store/device-facts.ts';
import { durably } from '#mirror/store/storage.ts';
import { learnReceiptKey } from './learn-receipt-key.ts';
import { readingOf, successOf } from './reading.ts';
import type { SyncRuntime } from './runtime.ts';
import type { SyncClient } from './sync-client.ts';

/**
 * Fetches the receipts of acts whose answer was lost: a page showed that they are registered, and a
 * page has no signatures (S98). A server that never signed for this mirror is not asked, and the
 * first trouble ends the run until the next start.
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
