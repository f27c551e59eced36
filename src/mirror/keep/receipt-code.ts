// A receipt as a code that can be sent, printed and pasted: `malote1.<signed text>.<signature>`,
// both base64url (S98).

import { readSignedText, signedText, type SaidReceipt } from '#contract/signed-receipt.ts';
import type { Receipt } from '#contract/writes.ts';
import { base64UrlOf, bytesOfBase64Url, type SignedClaim } from './check-receipt.ts';

const MARK = 'malote1.';
const SIGNATURE_LETTERS = 86;
/** How many characters of a pasted text are searched for a code. */
const LOOKED_AT = 100_000;
const LETTERS = /^[\w-]+$/;

/** The code of a receipt; null for one without a signature. */
export function codeOfReceipt(receipt: Receipt): string | null {
  const { signed } = receipt;
  if (signed === undefined || signed.signature === '') return null;
  const { signature, ...facts } = signed;
  return `${MARK}${base64UrlOf(new TextEncoder().encode(signedText(receipt, facts)))}.${signature}`;
}

export type ReadCode =
  | { readonly kind: 'read'; readonly claim: SignedClaim; readonly said: SaidReceipt; readonly code: string }
  /** The code was made by a newer version of the application. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged' }
  /** There is no code in the text. */
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

/** UTF-8, strictly; null for other bytes. */
function textOf(coded: string): string | null {
  const bytes = bytesOfBase64Url(coded);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
