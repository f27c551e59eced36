// Effects in the order of their sending, and under the name of their author (I3, I4).

import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { answers, keeps, read, short } from '../broken.ts';
import type { Case } from '../case.ts';
import { arrive } from '../person.ts';
import { change, keyed, newDocument, receiptOf, seen, textsOf, type Town } from '../town.ts';
import * as v from 'valibot';

const HOUR_MS = 3_600_000;

/** Sixteen replies of two people to two documents, eight each, sent at the same moment. */
async function writtenAtOnce(town: Town) {
  const documents = await Promise.all([newDocument(town), newDocument(town)]);
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, at) => {
      const document = documents[at % 2] ?? { id: 0 };
      return (at % 4 < 2 ? town.first : town.second).call(keyed(change(document, { content: `Nota ${at}` })));
    }),
  );
  return { documents, replies };
}

export const ORDER_AND_AUTHOR: readonly Case[] = [
  {
    promise: 'replies stand in the order in which they were sent',
    async run(town) {
      const document = await newDocument(town);
      const texts = Array.from({ length: 12 }, (_, at) => `Resposta ${at + 1}`);
      for (const content of texts)
        answers(await town.second.call(keyed(change(document, { content }))), 200, 'a reply');
      const found = textsOf(await seen(town.first, document));
      keeps(short(found) === short(texts), `the replies stand as ${short(found)}`);
    },
  },
  {
    promise: 'rev grows with each write',
    needs: ['receipts'],
    async run(town) {
      const document = await newDocument(town);
      let { rev } = document;
      for (let at = 1; at <= 12; at += 1) {
        const reply = await town.second.call(keyed(change(document, { content: `Resposta ${at}` })));
        const receipt = receiptOf(reply);
        keeps(receipt.rev > rev, `rev ${receipt.rev} after ${rev}`);
        rev = receipt.rev;
      }
    },
  },
  {
    promise: 'of the writes of two people at once none is lost',
    async run(town) {
      const { documents } = await writtenAtOnce(town);
      const counts = await Promise.all(documents.map(async (one) => (await seen(town.first, one)).interactions.length));
      keeps(short(counts) === '[8,8]', `8 and 8 replies expected, found ${short(counts)}`);
    },
  },
  {
    promise: 'the writes of two people at once get different revs',
    needs: ['receipts'],
    async run(town) {
      const { replies } = await writtenAtOnce(town);
      const revs = replies.map((reply) => receiptOf(reply).rev);
      keeps(new Set(revs).size === revs.length, `the revs are ${short(revs)}`);
    },
  },
  {
    promise: 'a command of one person is not accepted from the session of another',
    needs: ['authors'],
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Em nome de outra pessoa.' }));
      const reply = await town.second.call({
        ...write,
        headers: { ...write.headers, [HEADERS.actingUser]: String(town.first.id) },
      });
      answers(reply, 403, 'the command of another person');
      const { type } = read(reply, v.object({ type: v.string() }));
      keeps(type === 'actor_mismatch', `type actor_mismatch expected, found ${type}`);
      keeps((await seen(town.first, document)).interactions.length === 0, 'the command had an effect');
    },
  },
  ...[-10 * 365 * 24 * HOUR_MS, -HOUR_MS, HOUR_MS, 10 * 365 * 24 * HOUR_MS].map((offset): Case => ({
    promise: `a device whose clock is ${offset > 0 ? '+' : ''}${offset / HOUR_MS} h off is not refused for it`,
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Hora errada.' }));
      const performedAt = new Date(Date.now() + offset).toISOString();
      const reply = await town.second.call({
        ...write,
        headers: { ...write.headers, [HEADERS.performedAt]: performedAt },
      });
      answers(reply, 200, 'a write with a wrong clock');
    },
  })),
  {
    promise: 'a write without a token is refused with 419, without a session with 401',
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Sem token.' }));
      const bare = await town.second.call({ ...write, headers: { ...write.headers, [HEADERS.csrf]: 'outro' } });
      answers(bare, 419, 'a write with another token');
      const nameless = await arrive(town.server);
      answers(await nameless.call({ path: PATHS.document(document.id) }), 401, 'a document without a login');
      answers(await nameless.call(write), 401, 'a write without a login');
      keeps(
        (await seen(town.first, document)).interactions.length === 0,
        'a write without a token or a login had an effect',
      );
    },
  },
];
