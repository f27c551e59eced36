// Checks signatures of receipts on the device, with the browser's own cryptography and keys that
// the device knows (S98). No network.

import { isInTimeOf, type ReceiptKey } from '#contract/receipt-key.ts';
import { SIGNED_FORMAT, signedText } from '#contract/signed-receipt.ts';
import type { Receipt } from '#contract/writes.ts';
import type { ReceiptCheck } from '../store/rows.ts';

/** What was signed, and by which key. */
export type SignedClaim = {
  /** The signed text; its UTF-8 is what the signature is over. */
  readonly text: string;
  readonly keyId: string;
  /** ISO instant of the registration. */
  readonly at: string;
  /** base64url. */
  readonly signature: string;
};

const ED25519 = 'Ed25519';
const SIGNATURE_BYTES = 64;

/**
 * Checks a receipt as the server sent it. Never throws: in a browser without the cryptography the
 * result is `unsupported`.
 */
export async function checkReceipt(receipt: Receipt, keys: readonly ReceiptKey[]): Promise<ReceiptCheck> {
  const { signed } = receipt;
  if (signed === undefined) return 'unsigned';
  if (signed.format > SIGNED_FORMAT) return 'unsupported';
  const { signature, ...facts } = signed;
  if (signature === '') return 'invalid';
  return checkSigned({ text: signedText(receipt, facts), keyId: signed.key, at: receipt.at, signature }, keys);
}

/** Checks a signed text against the key that it names. */
export async function checkSigned(claim: SignedClaim, keys: readonly ReceiptKey[]): Promise<ReceiptCheck> {
  const key = keys.find((one) => one.id === claim.keyId);
  const signature = bytesOfBase64Url(claim.signature);
  if (signature === null || signature.length !== SIGNATURE_BYTES) return 'invalid';
  if (key === undefined) return 'unknown-key';
  try {
    const imported = await importedKey(key);
    if (imported === null) return 'unknown-key';
    const isGood = await crypto.subtle.verify(ED25519, imported, signature, new TextEncoder().encode(claim.text));
    return isGood && isInTimeOf(key, claim.at) ? 'valid' : 'invalid';
  } catch {
    // Without https there is no cryptography at all, and browsers before 2025 know no Ed25519.
    return 'unsupported';
  }
}

/** Null when a key's id is not the hash of its bytes: such a key is trusted for no receipt. */
async function importedKey({ id, public_key }: ReceiptKey): Promise<CryptoKey | null> {
  const raw = bytesOfBase64Url(public_key);
  if (raw === null) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', raw));
  if (base64UrlOf(digest) !== id) return null;
  return crypto.subtle.importKey('raw', raw, ED25519, false, ['verify']);
}

export function base64UrlOf(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Null for anything but the canonical base64url of bytes: other spellings of the last letter have
 * bits that belong to no byte.
 */
export function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return base64UrlOf(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
