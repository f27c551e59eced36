// The public keys that verify receipts (S98). A session brings those of its tenant.

import * as v from 'valibot';
import { Instant } from './scalars.ts';

/** A public key with the period in which it signs. `until` is null for the present key. */
export const ReceiptKey = v.object({
  id: v.string(),
  tenant: v.object({ acronym: v.string(), name: v.string() }),
  /** The raw 32 bytes, base64url. */
  public_key: v.string(),
  from: Instant,
  until: v.nullable(Instant),
});
export type ReceiptKey = v.InferOutput<typeof ReceiptKey>;

/** A receipt's instant is that of its request, which may have begun before its key was made. */
const BEFORE_KEY_MS = 60 * 60_000;

/** Whether a receipt of this instant (ISO) lies in the period in which the key signs. */
export function isInTimeOf(key: ReceiptKey, at: string): boolean {
  const atMs = Date.parse(at);
  return atMs >= Date.parse(key.from) - BEFORE_KEY_MS && (key.until === null || atMs <= Date.parse(key.until));
}
