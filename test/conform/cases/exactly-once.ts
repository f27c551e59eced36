// One effect per key, whichever requests are repeated, cut off or left without an answer (I2).

import { randomUUID } from 'node:crypto';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { answers, keeps, read, said, short, succeeds } from '../broken.ts';
import type { Case } from '../case.ts';
import {
  change,
  creation,
  Document,
  documentOf,
  keyed,
  newDocument,
  newTitle,
  receiptOf,
  seen,
  textsOf,
  titled,
  whenFree,
  type Town,
} from '../town.ts';
import * as v from 'valibot';

/** @throws Broken unless the document has exactly these replies, in this order. */
async function hasReplies(town: Town, { document, texts }: { document: { id: number }; texts: readonly string[] }) {
  const found = textsOf(await seen(town.first, document));
  keeps(short(found) === short(texts), () => `replies ${short(texts)} expected, found ${short(found)}`);
}

export const EXACTLY_ONCE: readonly Case[] = [
  {
    promise: 'a repeated write has one effect and gets the same receipt, marked as a replay',
    needs: ['receipts'],
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Uma vez.' }));
      const first = await town.second.call(write);
      const again = await town.second.call(write);
      answers(first, 200, 'the write');
      answers(again, 200, 'its repetition');
      keeps(first.header(HEADERS.replayed) === null, 'the first answer is marked as a replay');
      keeps(again.header(HEADERS.replayed) === 'true', 'the repetition is not marked as a replay');
      keeps(short(receiptOf(first)) === short(receiptOf(again)), 'the two receipts differ');
      await hasReplies(town, { document, texts: ['Uma vez.'] });
    },
  },
  {
    promise: 'a write sent ten times at once has one effect',
    needs: ['keys'],
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
    needs: ['keys'],
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
      const title = newTitle();
      const write = keyed(creation(town, { title }), key);
      await town.first.callAndCut(write, share);
      if (town.offers.has('receipts')) {
        const { status } = await town.first.call({ path: PATHS.receipt(key) });
        keeps(status === 404 || status === 409, `a cut body has a receipt: ${status}`);
      }
      const reply = await whenFree(town, () => town.first.call(write));
      succeeds(reply, 'the whole body');
      keeps(reply.header(HEADERS.replayed) === null, 'the cut body had an effect');
      const { length } = await titled(town.first, title);
      keeps(length === 1, () => `one document expected, found ${length}`);
    },
  })),
  {
    promise: 'another content under a used key is refused as key_reused and changes nothing',
    needs: ['receipts'],
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
    needs: ['keys'],
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
    needs: ['keys'],
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
    needs: ['receipts'],
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
    needs: ['receipts'],
    async run(town) {
      const document = await newDocument(town);
      const key = randomUUID();
      answers(await town.second.call({ path: PATHS.receipt(key) }), 404, 'the receipt of an unknown key');
      await town.second.call(keyed(change(document, { content: 'Com recibo.' }), key));
      const own = await whenFree(town, () => town.second.call({ path: PATHS.receipt(key) }));
      answers(own, 200, 'the receipt asked for by its author');
      answers(await town.first.call({ path: PATHS.receipt(key) }), 404, 'the receipt asked for by another person');
    },
  },
  {
    promise: 'what arrives under a withdrawn key has no effect, and the next attempt has one',
    needs: ['receipts'],
    async run(town) {
      const document = await newDocument(town);
      const key = randomUUID();
      const sent = (attempt: number) => {
        const write = keyed(change(document, { content: 'Retirada.' }), key);
        return town.second.call({ ...write, headers: { ...write.headers, [HEADERS.attempt]: String(attempt) } });
      };
      answers(
        await town.second.call({ method: 'DELETE', path: `${PATHS.receipt(key)}?attempts=1` }),
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
    promise: 'a creation shows its command to its author, and to no other person',
    needs: ['receipts'],
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
