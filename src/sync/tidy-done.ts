import { forgetDone } from '#mirror/outbox/forget-done.ts';
import { trimDetails } from '#mirror/keep/trim-details.ts';
import { fetchReceipts } from './fetch-receipts.ts';
import { trimCopy } from './trim-copy.ts';
import type { SyncRuntime } from './runtime.ts';
import type { SyncClient } from './sync-client.ts';

/**
 * What a start does where something is done: receipts whose answer was lost are fetched, and what
 * had its time is let go, the details of documents too, and what a bounded copy leaves out. Whoever
 * opens a document has a view done.
 */
export async function tidyDone(runtime: SyncRuntime, client: SyncClient): Promise<void> {
  await fetchReceipts(runtime, client);
  await forgetDone(runtime.mirror, runtime.clock());
  await trimDetails(runtime.mirror, runtime.clock());
  await trimCopy(runtime.mirror, runtime.clock());
}
