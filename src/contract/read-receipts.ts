// Reads a server's answers to commands; null when an answer is not ours.

import * as v from 'valibot';
import { DocumentFull } from './documents.ts';
import { ROW_COLLECTIONS, ROW_WRITES, type WrittenRow } from './row-writes.ts';
import { Receipt, WithdrawalAnswer } from './writes.ts';

const Acknowledgement = v.object({ receipt: Receipt, document: v.fallback(v.optional(DocumentFull), undefined) });

/**
 * The answer of a write: its receipt, and the present document or row, where its author still sees
 * it.
 */
export type WriteAcknowledgement = {
  readonly receipt: Receipt;
  readonly document?: DocumentFull;
  readonly written?: WrittenRow;
};

/**
 * A write's answer with the receipt of this key. Anything else is no success (src/sync/promises.md,
 * hazard 6).
 */
export function readAcknowledgement(json: unknown, key: string): WriteAcknowledgement | null {
  const { success, output } = v.safeParse(Acknowledgement, json);
  if (!success || output.receipt.key !== key) return null;
  const written = writtenRow(json as Readonly<Record<string, unknown>>);
  return {
    receipt: output.receipt,
    ...(output.document === undefined ? {} : { document: output.document }),
    ...(written === null ? {} : { written }),
  };
}

/**
 * The row of reference data under the name of its collection. An unreadable row comes again with
 * the next page.
 */
function writtenRow(json: Readonly<Record<string, unknown>>): WrittenRow | null {
  for (const collection of ROW_COLLECTIONS) {
    const { answer, row } = ROW_WRITES[collection];
    const read = v.safeParse(row, json[answer]);
    if (read.success) return { collection, row: read.output } as WrittenRow;
  }
  return null;
}

/** The result of a withdrawal of this key; null when the answer is not ours. */
export function readWithdrawal(json: unknown, key: string): WithdrawalAnswer | null {
  const { success, output } = v.safeParse(WithdrawalAnswer, json);
  return success && (output.receipt === null || output.receipt.key === key) ? output : null;
}

/** The receipt of this key, requested alone; null when the answer is not ours, or there is none. */
export function readReceipt(json: unknown, key: string): Receipt | null {
  const { success, output } = v.safeParse(Receipt, json);
  return success && output.key === key ? output : null;
}
