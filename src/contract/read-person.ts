// Reads answers about a person, their tenant and keys; null when an answer is not ours.

import * as v from 'valibot';
import { SealingKeys } from './sealing.ts';
import { SessionUser, Tenant } from './session.ts';
import { ReceiptKey } from './receipt-key.ts';

/** The keys that a login returns; null from a server that returns none. */
export function readSealingKeys(json: unknown): SealingKeys | null {
  const { success, output } = v.safeParse(SealingKeys, json);
  return success ? output : null;
}

/**
 * Whether a login reports that this browser has held the person's data (S118); false from a server
 * that does not report it.
 */
export function readKnownDevice(json: unknown): boolean {
  return v.is(v.looseObject({ known_device: v.literal(true) }), json);
}

export function readTenant(json: unknown): Tenant | null {
  const { success, output } = v.safeParse(Tenant, json);
  return success ? output : null;
}

export function readSessionUser(json: unknown): SessionUser | null {
  const { success, output } = v.safeParse(SessionUser, json);
  return success ? output : null;
}

export function readReceiptKey(json: unknown): ReceiptKey | null {
  const { success, output } = v.safeParse(ReceiptKey, json);
  return success ? output : null;
}
