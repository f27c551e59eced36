// Keys and signed receipts, made by Node's own cryptography, which shares no code with the
// application's.

import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { ReceiptKey } from '#contract/receipt-key.ts';
import { type SignedContent, signedText } from '#contract/signed-receipt.ts';
import type { Receipt } from '#contract/writes.ts';
import { buildReceipt } from './build-command.ts';

export const TENANT = { acronym: 'PMVI', name: 'Prefeitura de Vila Itá' };
export const SIGNED_AT = '2026-11-20T17:35:00.000Z';

export type KeyPair = { readonly key: ReceiptKey; readonly secret: KeyObject };

export function newKey(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const x = String(publicKey.export({ format: 'jwk' }).x);
  const id = createHash('sha256').update(Buffer.from(x, 'base64url')).digest('base64url');
  const key = { id, tenant: TENANT, public_key: x, from: '2026-01-01T00:00:00.000Z', until: null };
  return { key, secret: privateKey };
}

/** A receipt of Antônia Conceição's on document 42, signed by `secret` under the id of `key`. */
export function signedBy(
  { secret, key }: KeyPair,
  more: Partial<Receipt> = {},
  author: SignedContent['author'] = { id: 3, name: 'Antônia Conceição' },
): Receipt {
  const receipt = buildReceipt({ at: SIGNED_AT, ...more });
  const facts = {
    format: author.email === undefined ? 1 : 2,
    key: key.id,
    tenant: { id: 1, ...TENANT },
    author,
    document_number: 42,
    content_sha256: 'a'.repeat(64),
  };
  const signature = sign(null, Buffer.from(signedText(receipt, facts)), secret).toString('base64url');
  return { ...receipt, signed: { ...facts, signature } };
}
