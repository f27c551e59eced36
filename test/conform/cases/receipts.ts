// Signed receipts (S98), for servers that sign.

import { createHash, createPublicKey, verify } from 'node:crypto';
import { ReceiptKey } from '#contract/receipt-key.ts';
import { signedText } from '#contract/signed-receipt.ts';
import { PATHS } from '#contract/paths.ts';
import { DocumentWriteAnswer } from '#contract/writes.ts';
import { answers, keeps, NotOffered, read } from '../broken.ts';
import type { Case } from '../case.ts';
import { arrive } from '../person.ts';
import { change, keyed, newDocument } from '../town.ts';

export const RECEIPTS: readonly Case[] = [
  {
    promise: 'the signature of a receipt is good under the public key that it names',
    needs: ['receipts'],
    async run(town) {
      const document = await newDocument(town);
      const reply = await town.second.call(keyed(change(document, { content: 'Assinado.' })));
      answers(reply, 200, 'the write');
      const { receipt } = read(reply, DocumentWriteAnswer);
      keeps(receipt !== undefined, 'a write with a key has no receipt');
      const { signed } = receipt;
      if (signed === undefined) throw new NotOffered('no signed receipts');
      const asked = await (await arrive(town.server)).call({ path: PATHS.receiptKey(signed.key) });
      answers(asked, 200, 'the public key');
      const key = read(asked, ReceiptKey);
      const raw = Buffer.from(key.public_key, 'base64url');
      keeps(
        createHash('sha256').update(raw).digest('base64url') === signed.key,
        'the key has another id than its bytes',
      );
      const { signature, ...facts } = signed;
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.public_key };
      const isGood = (text: string): boolean =>
        verify(
          null,
          Buffer.from(text),
          createPublicKey({ key: jwk, format: 'jwk' }),
          Buffer.from(signature, 'base64url'),
        );
      keeps(isGood(signedText(receipt, facts)), 'the signature does not fit the receipt');
      keeps(!isGood(signedText({ ...receipt, rev: receipt.rev + 1 }, facts)), 'the signature fits another receipt too');
      keeps(signed.author.id === town.second.id, () => `the receipt names author ${signed.author.id}`);
    },
  },
];
