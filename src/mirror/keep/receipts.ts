// Signed receipts of this person's acts. They are stored apart from the outbox, which deletes a
// command a day after it is done (S98).

import type { Receipt } from '#contract/writes.ts';
import type { ReceiptCheck, ReceiptRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * Keeps a signed receipt, inside the caller's transaction. Views are left out: no person needs
 * proof of having looked.
 */
export async function keepReceipt(
  mirror: Mirror,
  { receipt, check }: { receipt: Receipt; check: ReceiptCheck },
): Promise<void> {
  if (receipt.signed === undefined || receipt.type === 'record-view') return;
  await mirror.receipts.put({ key: receipt.key, documentId: receipt.ids.document_id ?? null, receipt, check });
}

/** Drops the receipts of documents that leave this device. Inside the caller's transaction. */
export async function dropReceipts(mirror: Mirror, documentIds: readonly number[]): Promise<void> {
  if (documentIds.length > 0) await mirror.receipts.where('documentId').anyOf(documentIds).delete();
}

/** Whether this device has the receipts of all these commands. */
export async function hasReceiptsOf(mirror: Mirror, commandIds: readonly string[]): Promise<boolean> {
  return (await mirror.receipts.bulkGet([...commandIds])).every((row) => row !== undefined);
}

/** The kept receipt of a command; undefined when this device has none. */
export function receiptOf(mirror: Mirror, commandId: string): Promise<ReceiptRow | undefined> {
  return mirror.receipts.get(commandId);
}
