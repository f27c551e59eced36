import { PATHS } from '#contract/paths.ts';
import { readReceiptKey } from '#contract/read-person.ts';
import type { ReceiptKey } from '#contract/receipt-key.ts';
import { keepReceiptKeys } from '#mirror/store/device-facts.ts';
import { readingOf, successOf } from '#sync/reading.ts';
import { client } from './client.ts';

const PATIENCE_MS = 8000;

/**
 * Fetches and stores the public key of receipts with this id (S98). `unknown`: the server has no
 * such key. `offline`: the server gave no answer.
 */
export async function fetchReceiptKey(id: string): Promise<ReceiptKey | 'unknown' | 'offline'> {
  const reading = readingOf(
    await client.request({ method: 'GET', path: PATHS.receiptKey(id), timeoutMs: PATIENCE_MS }),
  );
  const key = readReceiptKey(successOf(reading));
  if (key !== null && key.id === id) {
    await keepReceiptKeys([key]);
    return key;
  }
  return reading.kind === 'ours' && reading.reply.status === 404 ? 'unknown' : 'offline';
}
