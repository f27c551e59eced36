import { PATHS } from '#contract/paths.ts';
import { readReceiptKey } from '#contract/read-person.ts';
import type { Receipt } from '#contract/writes.ts';
import { keepReceiptKeys, knownReceiptKeys } from '#mirror/store/device-facts.ts';
import { readingOf, successOf } from './reading.ts';
import type { SyncClient } from './sync-client.ts';

const PATIENCE_MS = 4000;

/**
 * Fetches the key that signed a receipt, when this device has none of that id: the server may have
 * a new key since the login (S98). Without an answer the receipt stays unchecked until a person
 * opens it. Never throws: the receipt is registered all the same.
 */
export async function learnReceiptKey(client: SyncClient, { signed }: Receipt): Promise<void> {
  if (signed === undefined || signed.key === '') return;
  const known = await knownReceiptKeys();
  // A device that can't read its keys could not store another one either.
  if (known === null || known.some((key) => key.id === signed.key)) return;
  const answer = await client.request({ method: 'GET', path: PATHS.receiptKey(signed.key), timeoutMs: PATIENCE_MS });
  const key = readReceiptKey(successOf(readingOf(answer)));
  if (key !== null && key.id === signed.key) await keepReceiptKeys([key]);
}
