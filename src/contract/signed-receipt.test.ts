// Fixed vectors: what other servers and programs must arrive at. A change here makes every receipt
// that was given out unreadable.

import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contentText, readSignedText, signedText, UNREADABLE, type SignedContent } from './signed-receipt.ts';
import { Receipt } from './writes.ts';

/** The seed of RFC 8032, 7.1, test 1. */
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PUBLIC_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

const RECEIPT = {
  key: '0b8e1c52-6c1b-4a53-9f0e-3d9a1f1c2b3a',
  type: 'respond',
  result: 'later_date_kept',
  note: { user_id: 7, limit_date: '2026-12-24' },
  ids: { document_id: 1042, interaction_id: 77 },
  rev: 5123,
  at: '2026-11-20T17:35:00.123Z',
} as const;

const SIGNED: Omit<SignedContent, 'signature'> = {
  format: 1,
  key: 'If4x36FUomFia_hUBG_SJxt77UtqvkWqWId-9H-XIbk',
  tenant: { id: 1, acronym: 'PMVI', name: 'Prefeitura de Vila "Itá" \\ Açu' },
  author: { id: 12, name: 'Antônia Conceição \u{1f58b}' },
  document_number: 42,
  content_sha256: 'b'.repeat(64),
};

const TEXT =
  '["malote-receipt",1,"If4x36FUomFia_hUBG_SJxt77UtqvkWqWId-9H-XIbk",[1,"PMVI","Prefeitura de Vila \\"Itá\\" \\\\ Açu"],' +
  '"0b8e1c52-6c1b-4a53-9f0e-3d9a1f1c2b3a","respond","later_date_kept",[7,"2026-12-24"],[1042,77,null],42,' +
  `[12,"Antônia Conceição \u{1f58b}"],"2026-11-20T17:35:00.123Z",5123,"${'b'.repeat(64)}"]`;

describe('the signed text of a receipt', () => {
  it('has every value at its place, whatever the order of names in the receipt', () => {
    expect(signedText(RECEIPT, SIGNED)).toBe(TEXT);
    const turned = Object.fromEntries(Object.entries(RECEIPT).toReversed()) as typeof RECEIPT;
    expect(signedText(turned, SIGNED)).toBe(TEXT);
  });

  it('since format 2 the author has an e-mail after the name, and format 1 is still read', () => {
    const author = { ...SIGNED.author, email: 'antonia@pmvi.example' };
    const text = signedText(RECEIPT, { ...SIGNED, format: 2, author });
    expect(JSON.parse(text)[10]).toEqual([12, SIGNED.author.name, 'antonia@pmvi.example']);
    expect(readSignedText(text)).toMatchObject({ authorId: 12, authorEmail: 'antonia@pmvi.example' });
    expect(readSignedText(TEXT)).toMatchObject({ authorId: 12, authorEmail: null });
    expect(readSignedText(TEXT.replace(',1,', ',3,'))).toBe('newer');
  });

  it('an act on nothing but a row, without a note, has null in the places that it leaves empty', () => {
    const { note: _note, ...receipt } = { ...RECEIPT, type: 'create-alert', result: 'applied', ids: { row_id: 9 } };
    expect(JSON.parse(signedText(receipt, { ...SIGNED, document_number: null })).slice(5, 10)).toEqual([
      'create-alert',
      'applied',
      null,
      [null, null, 9],
      null,
    ]);
  });

  it('is signed by Ed25519 to the same bytes everywhere', () => {
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(SEED, 'hex')]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const raw = Buffer.from(String(createPublicKey(key).export({ format: 'jwk' }).x), 'base64url');
    expect(raw.toString('hex')).toBe(PUBLIC_KEY);
    expect(createHash('sha256').update(raw).digest('base64url')).toBe('If4x36FUomFia_hUBG_SJxt77UtqvkWqWId-9H-XIbk');
    expect(sign(null, Buffer.from(TEXT), key).toString('base64url')).toBe(
      'GoErB7lqX7LDx-D9P4itkElHi_6yhmcvoVjSWNgkXIgXtRxhfp1cZ-zlxc3BKhyB4xDwsKTaLP2snQQQ-O9_AQ',
    );
  });

  it('the content stands for the text and the files in their order', () => {
    const hash = (text: string, filesSha256: readonly string[]) =>
      createHash('sha256').update(contentText({ text, filesSha256 })).digest('hex');
    const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(contentText({ text: '<p>Olá</p>', filesSha256: [a] })).toBe(`["malote-content",1,"<p>Olá</p>",["${a}"]]`);
    expect(hash('', [])).toBe('3c83494e18d4c27e7d9db4b118124166e55b797304d55a258f4e18b218b6a06d');
    expect(new Set([hash('', [a, b]), hash('', [b, a]), hash(a, [b]), hash(`${a}${b}`, [])]).size).toBe(4);
  });
});

describe('a receipt as it is read', () => {
  it('a signature that can not be read is not taken for a missing one', () => {
    expect(v.parse(Receipt, RECEIPT).signed).toBeUndefined();
    for (const signed of ['x', 5, {}, { ...SIGNED, signature: 7 }, null])
      expect(v.parse(Receipt, { ...RECEIPT, signed }).signed).toEqual(UNREADABLE);
    const whole = { ...SIGNED, signature: 'A' };
    expect(v.parse(Receipt, { ...RECEIPT, signed: whole }).signed).toEqual(whole);
  });
});
