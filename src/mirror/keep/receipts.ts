// Signed receipts of this person's acts. They are stored apart from the outbox, which deletes a
// command a day after it is done (S98).

import { isInTimeOf, type ReceiptKey } from '#contract/receipt-key.ts';
import { readSignedText, type SaidReceipt, SIGNED_FORMAT, signedText } from '#contract/signed-receipt.ts';
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

/** A signed text, and the key that it names. */
type SignedClaim = {
  /** The signed text; the signature is over its UTF-8. */
  readonly text: string;
  readonly keyId: string;
  /** When the server registered the command, ISO. */
  readonly at: string;
  /** The signature in base64url. */
  readonly signature: string;
};

const ED25519 = 'Ed25519';
const SIGNATURE_BYTES = 64;

/**
 * Checks the signature of a receipt as the server sent it, without a network (S98). Never throws:
 * in a browser that lacks the cryptography the result is `unsupported`.
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
    // Browsers have no cryptography without https, and no Ed25519 before 2025.
    return 'unsupported';
  }
}

/**
 * A key for checking; null when its id is not the hash of its bytes, because it is then trusted for
 * no receipt.
 */
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
 * The bytes of a text in base64url; null for any but the canonical spelling. Others have bits in
 * the last letter that belong to no byte.
 */
function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return base64UrlOf(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

const MARK = 'malote1.';
const SIGNATURE_LETTERS = 86;
/** How many characters of a pasted text are searched for a code. */
const LOOKED_AT = 100_000;
const LETTERS = /^[\w-]+$/;

/**
 * A receipt as a code that can be sent, printed and pasted (S98): `malote1.<signed
 * text>.<signature>`, both in base64url. Null for a receipt without a signature.
 */
export function codeOfReceipt(receipt: Receipt): string | null {
  const { signed } = receipt;
  if (signed === undefined || signed.signature === '') return null;
  const { signature, ...facts } = signed;
  return `${MARK}${base64UrlOf(new TextEncoder().encode(signedText(receipt, facts)))}.${signature}`;
}

type ReadCode =
  | { readonly kind: 'read'; readonly claim: SignedClaim; readonly said: SaidReceipt; readonly code: string }
  /** A newer version of the application made the code. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged' }
  /** The text contains no code. */
  | { readonly kind: 'none' };

/**
 * Reads the first code in a text, which may come from anywhere. Line breaks and spaces inside the
 * code do not count, because mail programs put them there. The cost is linear in the text.
 */
export function readReceiptCode(text: string): ReadCode {
  const packed = text.slice(0, LOOKED_AT).replaceAll(/\s/g, '');
  const start = packed.indexOf(MARK);
  if (start < 0) return { kind: 'none' };
  const from = start + MARK.length;
  const dot = packed.indexOf('.', from);
  const signature = dot < 0 ? '' : packed.slice(dot + 1, dot + 1 + SIGNATURE_LETTERS);
  const coded = dot < 0 ? '' : packed.slice(from, dot);
  if (signature.length < SIGNATURE_LETTERS || !LETTERS.test(coded) || !LETTERS.test(signature))
    return { kind: 'damaged' };
  const signed = textOf(coded);
  const said = signed === null ? null : readSignedText(signed);
  if (said === 'newer') return { kind: 'newer' };
  if (signed === null || said === null) return { kind: 'damaged' };
  const claim = { text: signed, keyId: said.keyId, at: said.at, signature };
  return { kind: 'read', claim, said, code: `${MARK}${coded}.${signature}` };
}

/** Decodes base64url of UTF-8; null for any other bytes. */
function textOf(coded: string): string | null {
  const bytes = bytesOfBase64Url(coded);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
