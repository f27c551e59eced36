// Answers about a person, their tenant and keys: apart from those that every start reads
// (read-answers.ts). null when the answer is not ours.

import * as v from 'valibot';
import { SealingKeys } from './sealing.ts';
import { SessionUser, Tenant } from './session.ts';
import { ReceiptKey } from './receipt-key.ts';

/** The keys that a login hands out; null from a server that hands out none. */
export function readSealingKeys(json: unknown): SealingKeys | null {
  const { success, output } = v.safeParse(SealingKeys, json);
  return success ? output : null;
}

/**
 * Whether a login says that this browser has held the person's data (S118); false from a server
 * that does not say it.
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
