// One effect per key, whatever is repeated, cut off or never heard (I2).

import { createHash, randomUUID } from 'node:crypto';
import { PATHS } from '#contract/paths.ts';
import { answers, keeps, read, said, short } from '../broken.ts';
import type { Case } from '../case.ts';
import {
  change,
  creation,
  Document,
  documentOf,
  keyed,
  newDocument,
  pdf,
  receiptOf,
  seen,
  textsOf,
  type Town,
} from '../town.ts';
import * as v from 'valibot';

const receiptPath = (key: string): string => `/api/sync/receipts/${key}`;

/** @throws Broken unless the document has exactly these replies, in this order. */
async function hasReplies(town: Town, { document, texts }: { document: { id: number }; texts: readonly string[] }) {
  const found = textsOf(await seen(town.first, document));
  keeps(short(found) === short(texts), () => `replies ${short(texts)} expected, found ${short(found)}`);
}

/** Waits until no write of the key runs any more; answers the status of its receipt. */
async function settled(town: Town, key: string): Promise<number> {
  for (;;) {
    const { status } = await town.second.call({ path: receiptPath(key) });
    if (status !== 409) return status;
  }
}

export const EXACTLY_ONCE: readonly Case[] = [
  {
    promise: 'a repeated write has one effect and gets the same receipt, marked as a replay',
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Uma vez.' }));
      const first = await town.second.call(write);
      const again = await town.second.call(write);
      answers(first, 200, 'the write');
      answers(again, 200, 'its repetition');
      keeps(first.header('Idempotent-Replayed') === null, 'the first answer is marked as a replay');
      keeps(again.header('Idempotent-Replayed') === 'true', 'the repetition is not marked as a replay');
      keeps(short(receiptOf(first)) === short(receiptOf(again)), 'the two receipts differ');
      await hasReplies(town, { document, texts: ['Uma vez.'] });
    },
  },
  {
    promise: 'a write sent ten times at once has one effect',
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Dez ao mesmo tempo.' }));
      const replies = await Promise.all(Array.from({ length: 10 }, () => town.second.call(write)));
      const odd = replies.find(({ status }) => status !== 200 && status !== 409);
      keeps(odd === undefined, () => `200 or 409 expected, answered ${odd === undefined ? '' : said(odd)}`);
      answers(await town.second.call(write), 200, 'one more repetition');
      await hasReplies(town, { document, texts: ['Dez ao mesmo tempo.'] });
    },
  },
  {
    promise: 'a write whose answer was never heard has one effect when it is repeated',
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Sem resposta.' }));
      await town.second.callAndHangUp(write);
      answers(await town.second.call(write), 200, 'the repetition');
      await hasReplies(town, { document, texts: ['Sem resposta.'] });
    },
  },
  ...[0, 0.3, 0.6, 0.99].map((share): Case => ({
    promise: `a body cut at ${Math.round(share * 100)} % has no effect, and the whole body afterwards has one`,
    async run(town) {
      const key = randomUUID();
      const title = `Corte ${key}`;
      const write = keyed(creation(town, { title }), key);
      await town.first.callAndCut(write, share);
      const { status } = await town.first.call({ path: receiptPath(key) });
      keeps(status === 404 || status === 409, `a cut body has a receipt: ${status}`);
      for (;;) {
        const reply = await town.first.call(write);
        if (reply.status === 409) continue;
        answers(reply, 201, 'the whole body');
        keeps(reply.header('Idempotent-Replayed') === null, 'the cut body had an effect');
        return;
      }
    },
  })),
  {
    promise: 'another content under a used key is refused as key_reused and changes nothing',
    async run(town) {
      const document = await newDocument(town);
      const key = randomUUID();
      answers(await town.second.call(keyed(change(document, { content: 'A.' }), key)), 200, 'the write');
      const reply = await town.second.call(keyed(change(document, { content: 'B.' }), key));
      answers(reply, 422, 'another content');
      const { type } = read(reply, v.object({ type: v.string() }));
      keeps(type === 'key_reused', `type key_reused expected, found ${type}`);
      await hasReplies(town, { document, texts: ['A.'] });
    },
  },
  {
    promise: 'the same key of another person is another key',
    async run(town) {
      const document = await newDocument(town);
      const key = randomUUID();
      for (const person of [town.first, town.second])
        answers(await person.call(keyed(change(document, { content: 'Minha.' }), key)), 200, 'the write');
      await hasReplies(town, { document, texts: ['Minha.', 'Minha.'] });
    },
  },
  {
    promise: 'a refusal is not remembered: the same key is judged again',
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Ainda cabe?' }));
      answers(await town.first.call(keyed(change(document, { status: 'completed' }))), 200, 'the completion');
      keeps((await town.second.call(write)).status >= 400, 'a reply to a completed document is accepted');
      answers(await town.first.call(keyed(change(document, { status: 'under_review' }))), 200, 'the reopening');
      answers(await town.second.call(write), 200, 'the same write after the reopening');
      await hasReplies(town, { document, texts: ['Ainda cabe?'] });
    },
  },
  {
    promise: 'a replay is answered by its receipt before the write is judged anew',
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Antes do fim.' }));
      const first = await town.second.call(write);
      answers(await town.first.call(keyed(change(document, { status: 'completed' }))), 200, 'the completion');
      const again = await town.second.call(write);
      answers(again, 200, 'the replay on a completed document');
      keeps(short(receiptOf(first)) === short(receiptOf(again)), 'the two receipts differ');
    },
  },
  {
    promise: 'a receipt can be asked for by its author only, and an unknown key has none',
    async run(town) {
      const document = await newDocument(town);
      const key = randomUUID();
      answers(await town.second.call({ path: receiptPath(key) }), 404, 'the receipt of an unknown key');
      await town.second.call(keyed(change(document, { content: 'Com recibo.' }), key));
      keeps((await settled(town, key)) === 200, 'the author is not given the receipt');
      answers(await town.first.call({ path: receiptPath(key) }), 404, 'the receipt asked for by another person');
    },
  },
  {
    promise: 'what arrives under a withdrawn key has no effect, and the next attempt has one',
    async run(town) {
      const document = await newDocument(town);
      const key = randomUUID();
      const sent = (attempt: number) => {
        const write = keyed(change(document, { content: 'Retirada.' }), key);
        return town.second.call({ ...write, headers: { ...write.headers, 'X-Attempt': String(attempt) } });
      };
      answers(
        await town.second.call({ method: 'DELETE', path: `${receiptPath(key)}?attempts=1` }),
        200,
        'the withdrawal',
      );
      answers(await sent(1), 409, 'the withdrawn attempt');
      await hasReplies(town, { document, texts: [] });
      answers(await sent(2), 200, 'the next attempt');
      await hasReplies(town, { document, texts: ['Retirada.'] });
    },
  },
  {
    promise: 'a file arrives whole: another hash is refused, a replay adds no file, the bytes come back',
    async run(town) {
      const file = pdf('Bytes inteiros.');
      const bytes = Buffer.from(await file.arrayBuffer());
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const damaged = creation(town, { file, sha256: sha256.replace(/^./, (one) => (one === '0' ? '1' : '0')) });
      const refused = await town.first.call(keyed(damaged));
      keeps(refused.status === 422 || refused.status === 400, `a file with another hash is answered ${said(refused)}`);
      const write = keyed(creation(town, { file, sha256 }));
      const made = await town.first.call(write);
      answers(made, 201, 'the document with its file');
      const { id, files } = documentOf(await town.first.call(write));
      keeps(id === documentOf(made).id, 'the replay made another document');
      keeps(files.length === 1, `one file expected, found ${files.length}`);
      const address = new URL(PATHS.documentFile(files[0]?.id ?? 0), town.server);
      const back = await fetch(address, { headers: town.second.headers() });
      keeps(back.status === 200, `the file is answered ${back.status}`);
      keeps(bytes.equals(Buffer.from(await back.arrayBuffer())), 'the file comes back with other bytes');
    },
  },
  {
    promise: 'a creation shows its command to its author, and to no other person',
    async run(town) {
      const key = randomUUID();
      const reply = await town.first.call(keyed(creation(town), key));
      const made = documentOf(reply);
      keeps(made.command_id === key, `command_id ${key} expected, found ${made.command_id}`);
      const other = read(await town.second.call({ path: `/api/documents/${made.id}` }), Document);
      keeps(other.command_id == null, 'another person is shown the command_id');
    },
  },
];
