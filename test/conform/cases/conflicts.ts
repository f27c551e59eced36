// Two people who acted on the same state: the outcome of rule E6, whatever the order of arrival.

import { answers, keeps, NotOffered, read, said, short, succeeds } from '../broken.ts';
import type { Reply } from '../call.ts';
import type { Case } from '../case.ts';
import {
  change,
  keyed,
  newDocument,
  receiptOf,
  seen,
  textsOf,
  FAR,
  type Document,
  type Member,
  type Town,
} from '../town.ts';
import * as v from 'valibot';

const Conflict = v.object({ type: v.literal('conflict'), document: v.object({ id: v.number() }) });

/** The version that a device sends as the one its author saw. */
const basedOn = ({ status, limit_date, responsibles }: Document) => ({
  status,
  limit_date,
  responsible_ids: responsibles.map(({ id }) => id),
});
/** A transfer to the third person, by an author who saw the first version of the document. */
const transfer = (town: Town, first: Document) => ({
  responsible_ids: [town.third.id],
  organization_ids: [town.third.organizationId],
  based_on: basedOn(first),
});
const completion = (first: Document) => ({ status: 'completed', based_on: basedOn(first) });

type Act = { readonly document: { id: number }; readonly body: object };

async function accepted(person: Member, { document, body }: Act): Promise<Reply> {
  const reply = await person.call(keyed(change(document, body)));
  answers(reply, 200, 'the act that arrives first');
  return reply;
}

const done = async (person: Member, act: Act) => receiptOf(await accepted(person, act));

async function conflicts(person: Member, { document, body }: Act): Promise<void> {
  const reply = await person.call(keyed(change(document, body)));
  answers(reply, 409, 'the act that arrives second');
  const { document: current } = read(reply, Conflict);
  keeps(current.id === document.id, () => `the conflict does not bring the current document: ${said(reply)}`);
}

export const CONFLICTS: readonly Case[] = [
  {
    promise: 'transfer against transfer: the second is a conflict for its author',
    needs: ['bases'],
    async run(town) {
      const document = await newDocument(town);
      await done(town.second, { document, body: transfer(town, document) });
      const back = { ...transfer(town, document), responsible_ids: [town.first.id] };
      const body = { ...back, organization_ids: [town.first.organizationId] };
      await conflicts(town.second, { document, body });
    },
  },
  {
    promise: 'completion against transfer: the later completion is a conflict',
    needs: ['bases'],
    async run(town) {
      const document = await newDocument(town);
      await done(town.second, { document, body: transfer(town, document) });
      await conflicts(town.first, { document, body: completion(document) });
    },
  },
  {
    promise: 'transfer against completion: the later transfer is a conflict',
    needs: ['bases'],
    async run(town) {
      const document = await newDocument(town);
      await done(town.first, { document, body: completion(document) });
      await conflicts(town.second, { document, body: transfer(town, document) });
    },
  },
  {
    promise: 'a second completion changes nothing, and its receipt says so',
    needs: ['receipts'],
    async run(town) {
      const document = await newDocument(town);
      await done(town.first, { document, body: completion(document) });
      const { result } = await done(town.first, { document, body: completion(document) });
      keeps(result === 'already_completed', `already_completed expected, found ${result}`);
    },
  },
  {
    promise: 'a second reopening changes nothing, and its receipt says so',
    needs: ['receipts'],
    async run(town) {
      const document = await newDocument(town);
      await done(town.first, { document, body: { status: 'completed' } });
      const body = { status: 'under_review', based_on: { status: 'completed' } };
      await done(town.first, { document, body });
      const { result } = await done(town.first, { document, body });
      keeps(result === 'already_open', `already_open expected, found ${result}`);
    },
  },
  {
    promise: 'extension against extension: the later date stays, whichever arrives last',
    needs: ['bases'],
    async run(town) {
      const document = await newDocument(town);
      const to = (limit_date: string) => ({ limit_date, based_on: { limit_date: FAR } });
      await done(town.first, { document, body: to('2099-03-31') });
      const { result } = await done(town.first, { document, body: to('2099-02-28') });
      keeps(result === 'later_date_kept', `later_date_kept expected, found ${result}`);
      const { limit_date } = await seen(town.first, document);
      keeps(limit_date === '2099-03-31', `the later date expected, found ${limit_date}`);
    },
  },
  {
    promise: 'a reply is registered although the document was transferred meanwhile',
    async run(town) {
      const document = await newDocument(town);
      await accepted(town.second, { document, body: transfer(town, document) });
      await accepted(town.first, { document, body: { content: 'Mesmo assim.', based_on: basedOn(document) } });
      const texts = textsOf(await seen(town.first, document));
      keeps(short(texts) === '["Mesmo assim."]', () => `the replies are ${short(texts)}`);
    },
  },
  {
    promise: 'a command whose author saw another document under the id is registered nowhere',
    needs: ['bases'],
    async run(town) {
      const [document, other] = [await newDocument(town), await newDocument(town)];
      if (document.mark === undefined) throw new NotOffered('no marks');
      const reply = (content: string, { mark }: Document) =>
        town.second.call(keyed(change(document, { content, based_on: { mark } })));
      answers(await reply('Em outro.', other), 404, 'a reply to another document under this id');
      succeeds(await reply('Neste.', document), 'a reply to this document');
      const texts = textsOf(await seen(town.first, document));
      keeps(short(texts) === '["Neste."]', () => `the replies are ${short(texts)}`);
    },
  },
];
