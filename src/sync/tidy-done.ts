import { forgetDone } from '#mirror/outbox/forget-done.ts';
import { trimDetails } from '#mirror/keep/trim-details.ts';
import { fetchReceipts } from './fetch-receipts.ts';
import { trimCopy } from './trim-copy.ts';
import type { SyncRuntime } from './runtime.ts';
import type { SyncClient } from './sync-client.ts';

/**
 * Cleans up at a start where commands are done: fetches receipts whose answer was lost, and deletes
 * done commands, old details and what a bounded copy leaves out. A person who has opened a document
 * has a done command, the view.
 */
export async function tidyDone(runtime: SyncRuntime, client: SyncClient): Promise<void> {
  await fetchReceipts(runtime, client);
  await forgetDone(runtime.mirror, runtime.clock());
  await trimDetails(runtime.mirror, runtime.clock());
  await trimCopy(runtime.mirror, runtime.clock());
}
