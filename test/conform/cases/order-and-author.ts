// Effects in the order of their sending, and under the name of their author (I3, I4).

import { answers, keeps, read, short } from '../broken.ts';
import type { Case } from '../case.ts';
import { change, keyed, newDocument, receiptOf, seen, textsOf } from '../town.ts';
import * as v from 'valibot';

const HOUR_MS = 3_600_000;

export const ORDER_AND_AUTHOR: readonly Case[] = [
  {
    promise: 'replies stand in the order in which they were sent, and rev grows with each',
    async run(town) {
      const document = await newDocument(town);
      const texts = Array.from({ length: 12 }, (_, at) => `Resposta ${at + 1}`);
      let rev = document.rev;
      for (const content of texts) {
        const reply = await town.second.call(keyed(change(document, { content })));
        answers(reply, 200, 'a reply');
        const receipt = receiptOf(reply);
        keeps(receipt.rev > rev, `rev ${receipt.rev} after ${rev}`);
        rev = receipt.rev;
      }
      const found = textsOf(await seen(town.first, document));
      keeps(short(found) === short(texts), `the replies stand as ${short(found)}`);
    },
  },
  {
    promise: 'writes of two people at once get different revs, and none is lost',
    async run(town) {
      const documents = await Promise.all([newDocument(town), newDocument(town)]);
      const replies = await Promise.all(
        Array.from({ length: 16 }, (_, at) => {
          const document = documents[at % 2] ?? { id: 0 };
          return (at % 4 < 2 ? town.first : town.second).call(keyed(change(document, { content: `Nota ${at}` })));
        }),
      );
      const revs = replies.map((reply) => receiptOf(reply).rev);
      keeps(new Set(revs).size === revs.length, `the revs are ${short(revs)}`);
      const counts = await Promise.all(documents.map(async (one) => (await seen(town.first, one)).interactions.length));
      keeps(short(counts) === '[8,8]', `8 and 8 replies expected, found ${short(counts)}`);
    },
  },
  {
    promise: 'a command of one person is not accepted from the session of another',
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Em nome de outra pessoa.' }));
      const reply = await town.second.call({
        ...write,
        headers: { ...write.headers, 'X-Acting-User': String(town.first.id) },
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
      const reply = await town.second.call({ ...write, headers: { ...write.headers, 'X-Performed-At': performedAt } });
      answers(reply, 200, 'a write with a wrong clock');
    },
  })),
  {
    promise: 'a write without a token is refused with 419, without a session with 401',
    async run(town) {
      const document = await newDocument(town);
      const write = keyed(change(document, { content: 'Sem token.' }));
      const bare = await town.second.call({ ...write, headers: { ...write.headers, 'X-XSRF-TOKEN': 'outro' } });
      answers(bare, 419, 'a write with another token');
      const url = new URL(`/api/documents/${document.id}`, town.server);
      const nameless = await fetch(url, { headers: { Accept: 'application/json' }, redirect: 'manual' });
      keeps(nameless.status === 401, `a document without a session is answered ${nameless.status}`);
      keeps((await seen(town.first, document)).interactions.length === 0, 'a write without a token had an effect');
    },
  },
];
