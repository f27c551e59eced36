// The public keys by which this device checks receipts (S98). Where the facts of the device can't
// be read or stored, a receipt stays unchecked until a person opens it, and nothing else fails.

import type { ReceiptKey } from '#contract/receipt-key.ts';
import { pinReceiptKeys, readDeviceFacts } from '../store/device-facts.ts';

/** The keys that this device knows; null when they can't be read now. Never throws. */
export async function knownReceiptKeys(): Promise<readonly ReceiptKey[] | null> {
  return readDeviceFacts().then(
    ({ receiptKeys }) => receiptKeys,
    () => null,
  );
}

/** Keeps keys of receipts where the device can store them. Never throws. */
export async function keepReceiptKeys(keys: readonly ReceiptKey[]): Promise<void> {
  await pinReceiptKeys(keys).catch(() => undefined);
}
