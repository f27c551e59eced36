// Signatures as a device meets them.

import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UNREADABLE } from '#contract/signed-receipt.ts';
import { buildReceipt } from '../../../test/builders/build-command.ts';
import { newKey, signedBy, TENANT } from '../../../test/builders/build-signed.ts';
import { base64UrlOf, checkReceipt, checkSigned, codeOfReceipt, readReceiptCode } from './receipts.ts';

const PAIR = newKey();
const { key: KEY } = PAIR;
const OTHER = newKey().key;
const RECEIPT = signedBy(PAIR);
const CODE = codeOfReceipt(RECEIPT) ?? '';

/** Any code points, halves of pairs and NUL included. */
const anyText = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength }).map((points) => String.fromCodePoint(...points));

async function checkedCode(text: string): Promise<string> {
  const read = readReceiptCode(text);
  return read.kind === 'read' ? checkSigned(read.claim, [OTHER, KEY]) : read.kind;
}

afterEach(() => vi.unstubAllGlobals());

describe('the signature of a receipt', () => {
  it('is checked against the key that it names', async () => {
    expect(await checkReceipt(RECEIPT, [OTHER, KEY])).toBe('valid');
    expect(await checkReceipt(RECEIPT, [OTHER])).toBe('unknown-key');
    expect(await checkReceipt(signedBy({ ...PAIR, key: OTHER }), [OTHER, KEY])).toBe('invalid');
    expect(await checkReceipt({ ...RECEIPT, rev: RECEIPT.rev + 1 }, [KEY])).toBe('invalid');
    expect(await checkReceipt({ ...RECEIPT, signed: UNREADABLE }, [KEY])).toBe('invalid');
    expect(await checkReceipt(buildReceipt(), [KEY])).toBe('unsigned');
  });

  it('counts only in the time of its key, with an hour for a request that began before it', async () => {
    const at = (instant: string) => signedBy(PAIR, { at: instant });
    const retired = { ...KEY, from: '2026-11-20T00:00:00.000Z', until: '2026-11-21T00:00:00.000Z' };
    const checks = [
      '2026-11-19T22:59:59.999Z',
      '2026-11-19T23:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
      '2026-11-21T00:00:00.001Z',
    ];
    const found = await Promise.all(checks.map((instant) => checkReceipt(at(instant), [retired])));
    expect(found).toEqual(['invalid', 'valid', 'valid', 'invalid']);
  });

  it('is not accepted under a key whose id is not that of its bytes', async () => {
    expect(await checkReceipt(RECEIPT, [{ ...OTHER, id: KEY.id }])).toBe('unknown-key');
  });

  it('is said to be beyond a browser without Ed25519, without any cryptography, and beyond an older version', async () => {
    vi.stubGlobal('crypto', { subtle: undefined });
    expect(await checkReceipt(RECEIPT, [KEY])).toBe('unsupported');
    const digest = async () => Uint8Array.from(Buffer.from(KEY.id, 'base64url')).buffer;
    const importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
    vi.stubGlobal('crypto', { subtle: { digest, importKey } });
    expect(await checkReceipt(RECEIPT, [KEY])).toBe('unsupported');
    vi.unstubAllGlobals();
    const signed = { ...(RECEIPT.signed ?? UNREADABLE), format: 3 };
    expect(await checkReceipt({ ...RECEIPT, signed }, [KEY])).toBe('unsupported');
  });
});

describe('the code of a receipt', () => {
  it('says who did what, when, and is found in a text around it, wrapped by a mail program', async () => {
    const wrapped = CODE.replaceAll(/.{60}/g, (line) => `${line}\r\n  `);
    for (const text of [CODE, `Prezados,\n${CODE}\nAtenciosamente`, ` ${wrapped} Fim.`]) {
      expect(readReceiptCode(text)).toMatchObject({
        kind: 'read',
        said: {
          tenant: TENANT,
          authorName: 'Antônia Conceição',
          documentNumber: 42,
          at: RECEIPT.at,
          type: RECEIPT.type,
        },
      });
      expect(await checkedCode(text)).toBe('valid');
    }
  });

  it('a receipt without a signature has none', () => {
    expect(codeOfReceipt(buildReceipt())).toBeNull();
    expect(codeOfReceipt({ ...RECEIPT, signed: UNREADABLE })).toBeNull();
  });

  it('of a newer version is told as such, and a text without one too', () => {
    const coded = (text: string) => `malote1.${base64UrlOf(new TextEncoder().encode(text))}.${'A'.repeat(86)}`;
    expect(readReceiptCode(coded('["malote-receipt",3,"x"]')).kind).toBe('newer');
    expect(readReceiptCode('Nenhum comprovante aqui.').kind).toBe('none');
    for (const text of ['', '[]', '{}', 'null', '["malote-receipt"]', '["malote-receipt",1]', '['.repeat(50_000)])
      expect(readReceiptCode(coded(text)).kind).toBe('damaged');
    expect(readReceiptCode(CODE.slice(0, -1)).kind).toBe('damaged');
  });

  it('with any byte changed, removed or added is never accepted', async () => {
    const place = fc.integer({ min: 0, max: CODE.length - 1 });
    await fc.assert(
      fc.asyncProperty(place, anyText(3), fc.integer({ min: 0, max: 3 }), async (at, put, cut) => {
        const text = CODE.slice(0, at) + put + CODE.slice(at + cut);
        const isSame = text.replaceAll(/\s/g, '').includes(CODE);
        expect((await checkedCode(text)) === 'valid').toBe(isSame);
      }),
      { numRuns: 500 },
    );
  });

  it('with a byte of its text or its signature changed, and written again properly, is never accepted', async () => {
    const [mark = '', coded = '', signature = ''] = CODE.split('.');
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (place, flip, inText) => {
        const bytes = Uint8Array.from(Buffer.from(inText ? coded : signature, 'base64url'));
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        const changed = base64UrlOf(bytes);
        expect(await checkedCode([mark, inText ? changed : coded, inText ? signature : changed].join('.'))).not.toBe(
          'valid',
        );
      }),
      { numRuns: 500 },
    );
  });

  it('any text at all is answered, and what is not looked at does not count', async () => {
    await fc.assert(
      fc.asyncProperty(anyText(300), fc.boolean(), async (text, marked) => {
        expect(await checkedCode(marked ? `malote1.${text}` : text)).not.toBe('valid');
      }),
      { numRuns: 500 },
    );
    expect(readReceiptCode(' '.repeat(100_000) + CODE).kind).toBe('none');
    expect(readReceiptCode('malote1.'.repeat(10_000)).kind).toBe('damaged');
  });
});
