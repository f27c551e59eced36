// Who is told of what, by which way, and once: the notices that acts cause, the choices of their
// recipients, batches and the digest, on real PostgreSQL with two servers over one database.

import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CHOSEN_EVENTS, type ChosenEvent, NOTICE_WAYS, type NoticeWay, USUAL_WAYS } from '#domain/notices.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import { BATCH_QUIET_MS } from '#server/policies/notice-ways.ts';
import { subscriptionText } from '../harness/fake-push-service.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { type SecondServer, startSecondServer } from '../harness/second-server.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { PersonName, Town, World } from '../harness/world.ts';
import { createJobBench, type JobBench } from './job-bench.ts';

const DAY_MS = 86_400_000;
/** 9:00 in São Paulo. */
const START = Date.parse('2030-03-11T12:00:00Z');
const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/';
/** Ana writes, Bia has the document, Davi replied, Caio gets it. */
const HEARERS = ['ana', 'bia', 'caio', 'davi'] as const;
type Hearer = (typeof HEARERS)[number];

let now = START;
let server: TestServer;
let second: SecondServer;
let world: World;
let pmvi: Town;
let clients: Record<Hearer, TestClient>;
let bench: JobBench;
let other: JobBench;

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, pmvi } = town);
  second = await startSecondServer(server);
});
afterAll(async () => {
  await second.close();
});
beforeEach(async () => {
  now = START;
  await world.query('delete from jobs');
  await world.query('delete from pending_notices');
  await world.query('delete from push_subscriptions');
  await world.query('update users set notices = null');
  await world.query(`update documents set stored_status = 'completed'`);
  bench = createJobBench(server.services);
  other = createJobBench(second.services, bench);
  const entries = HEARERS.map(async (name) => {
    const client = await world.as(pmvi.people[name]);
    const fcm_token = subscriptionText(`${ENDPOINT}${name}`);
    const { statusCode } = await client.send('PATCH', '/api/profile/fcm-token', { fcm_token });
    if (statusCode !== 204) throw new Error(`the subscription was answered ${statusCode}`);
    return [name, client] as const;
  });
  clients = Object.fromEntries(await Promise.all(entries)) as Record<Hearer, TestClient>;
});

const tickBoth = async () => {
  while ((await Promise.all([bench.jobs.tick(), other.jobs.tick()])).some((taken) => taken > 0));
};
/** Waits until no more notices of a batch are expected, and sends what is due. */
const settle = async () => {
  now += BATCH_QUIET_MS.device;
  await tickBoth();
  now += BATCH_QUIET_MS.email;
  await tickBoth();
};
const hush = async () => {
  await settle();
  [bench.mails.length, bench.pushes.length] = [0, 0];
};
const newDocument = (limitDate = '2031-01-31') =>
  createdDocument(clients.ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', limitDate });
const patch = async (name: Hearer, id: number, body: object) => {
  const answer = await clients[name].send('PATCH', `/api/documents/${id}`, body);
  if (answer.statusCode !== 200) throw new Error(answer.body);
};
const toCaio = () => ({ responsible_ids: [pmvi.people.caio.id], organization_ids: [pmvi.sectors.GAB] });
const choose = async (name: Hearer, notices: Partial<Record<ChosenEvent, readonly (NoticeWay | 'none')[]>>) => {
  const answer = await clients[name].send('PATCH', '/api/profile', { notices });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ user: { notices?: unknown } }>().user.notices;
};
const pushed = (name: PersonName) =>
  bench.pushes.filter(({ subscription }) => subscription.includes(`/${name}"`)).map(({ title }) => title);
const mailed = (name: PersonName) =>
  bench.mails.filter(({ to }) => to.email === `${name}@pmvi.example`).map(({ subject }) => subject);
const ticketOf = ({ number }: { number: number }) => `PMVI${String(number).padStart(3, '0')}`;

type Story = { readonly by: Hearer; readonly act: (id: number) => Promise<void> };
/** One act of Bia's or Ana's for each event, after Davi's reply. */
const STORIES: Readonly<Record<Exclude<ChosenEvent, 'mention' | 'deadline'>, Story>> = {
  reply: { by: 'bia', act: (id) => patch('bia', id, { content: '<p>Visto.</p>' }) },
  transfer: { by: 'bia', act: (id) => patch('bia', id, toCaio()) },
  extension: { by: 'ana', act: (id) => patch('ana', id, { limit_date: '2031-02-28' }) },
  completion: { by: 'ana', act: (id) => patch('ana', id, { status: 'completed' }) },
  reopening: {
    by: 'ana',
    act: async (id) => {
      await patch('ana', id, { status: 'completed' });
      await hush();
      await patch('ana', id, { status: 'under_review', limit_date: '2031-02-28' });
    },
  },
};
const WORDS: Readonly<Record<keyof typeof STORIES, (ticket: string) => string>> = {
  reply: (ticket) => `Nova resposta em ${ticket}`,
  transfer: (ticket) => `${ticket} foi transferido`,
  extension: (ticket) => `${ticket} foi prorrogado`,
  completion: (ticket) => `${ticket} foi finalizado`,
  reopening: (ticket) => `${ticket} foi reaberto`,
};
/** Who hears of it besides the new responsible, and why. */
const TOLD: Readonly<Record<keyof typeof STORIES, Partial<Record<Hearer, string>>>> = {
  reply: { ana: 'Você recebeu porque você escreveu o documento.' },
  transfer: {
    ana: 'Você recebeu porque você escreveu o documento.',
    davi: 'Você recebeu porque você respondeu no documento.',
  },
  extension: {
    bia: 'Você recebeu porque o documento está com você.',
    davi: 'Você recebeu porque você respondeu no documento.',
  },
  completion: {
    bia: 'Você recebeu porque o documento está com você.',
    davi: 'Você recebeu porque você respondeu no documento.',
  },
  reopening: {
    bia: 'Você recebeu porque o documento está com você.',
    davi: 'Você recebeu porque você respondeu no documento.',
  },
};
const EVENTS = Object.keys(STORIES) as (keyof typeof STORIES)[];

/** A document in which Davi, whose sector is the origin or the destination, has replied. */
const repliedByDavi = async () => {
  const document = await newDocument();
  await world.query('update users set organization_id = $1 where id = $2', [pmvi.sectors.SEMED, pmvi.people.davi.id]);
  await patch('davi', document.id, { content: '<p>Ciente.</p>' });
  await hush();
  return document;
};

describe.each(EVENTS)('a %s', (event) => {
  it('is told to each person concerned and to nobody else, never to its own author, with the reason', async () => {
    const document = await repliedByDavi();
    await STORIES[event].act(document.id);
    await settle();
    const title = WORDS[event](ticketOf(document));
    for (const name of HEARERS) {
      const isTold = TOLD[event][name] !== undefined;
      const arrival = event === 'transfer' && name === 'caio' ? [`Novo documento ${ticketOf(document)}`] : [];
      expect([name, pushed(name)]).toEqual([name, isTold ? [title] : arrival]);
      expect([name, mailed(name)]).toEqual([name, arrival]);
    }
    for (const [name, why] of Object.entries(TOLD[event])) {
      const push = bench.pushes.find(({ subscription }) => subscription.includes(`/${name}"`));
      expect(push?.body).toBe(why);
    }
  });

  it.each([...NOTICE_WAYS, 'none'] as const)('goes only by %s when so chosen', async (way) => {
    const [hearer] = Object.keys(TOLD[event]) as [Hearer];
    const document = await repliedByDavi();
    expect(await choose(hearer, { [event]: [way] })).toMatchObject({
      [event]: way === 'none' ? [] : [way],
    });
    await STORIES[event].act(document.id);
    await settle();
    const title = WORDS[event](ticketOf(document));
    expect(pushed(hearer)).toEqual(way === 'device' ? [title] : []);
    expect(mailed(hearer)).toEqual(way === 'email' ? [title] : []);
    now += DAY_MS;
    await tickBoth();
    expect(mailed(hearer)).toEqual(way === 'email' ? [title] : way === 'digest' ? ['Resumo de 12/03/2030'] : []);
  });
});

describe('an arrival', () => {
  it('goes by device and by e-mail, with number, sector and link, without content, and can’t be stopped', async () => {
    for (const event of CHOSEN_EVENTS) await choose('bia', { [event]: ['none'] });
    const document = await newDocument();
    await settle();
    expect(pushed('bia')).toEqual([`Novo documento ${ticketOf(document)}`]);
    expect(mailed('bia')).toEqual([`Novo documento ${ticketOf(document)}`]);
    const [mail] = bench.mails;
    expect(mail?.text).toContain(`${ticketOf(document)}, de `);
    expect(mail?.text).toContain(`https://malote.example/admin/view-document/${document.id}`);
    expect(mail?.text).toContain('Você recebeu porque o documento está com você.');
    expect(mail?.text).toContain('Escolher os outros avisos: https://malote.example/admin/profile?aba=avisos');
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toMatch(/Interdição|Segue o ofício/);
    const refused = await clients.bia.send('PATCH', '/api/profile', { notices: { arrival: ['none'] } });
    expect(refused.statusCode).toBe(200);
    await hush();
    await newDocument();
    await settle();
    expect(mailed('bia')).toHaveLength(1);
  });

  it('of a transfer of 30 documents is one push and one e-mail, and so is the transfer for their author', async () => {
    const documents = [];
    for (let made = 0; made < 30; made += 1) documents.push(await newDocument());
    await hush();
    await choose('ana', { transfer: ['device', 'email'] });
    for (const { id } of documents) {
      await patch('bia', id, toCaio());
      now += 500;
      await tickBoth();
    }
    await settle();
    expect([pushed('caio'), mailed('caio')]).toEqual([['30 documentos novos'], ['30 documentos novos']]);
    expect([pushed('ana'), mailed('ana')]).toEqual([
      ['30 documentos foram transferidos'],
      ['30 documentos foram transferidos'],
    ]);
    expect([pushed('bia'), mailed('bia')]).toEqual([[], []]);
    const listed = bench.mails.find(({ subject }) => subject === '30 documentos novos')?.text ?? '';
    for (const { id } of documents) expect(listed).toContain(`/admin/view-document/${id}`);
    expect(listed).toContain('Você recebeu porque os documentos estão com você.');
    expect(await world.query('select from pending_notices')).toEqual([]);
  });

  it('that has gone on to another person before it is told is told to that person alone', async () => {
    const document = await newDocument();
    await patch('bia', document.id, toCaio());
    await settle();
    expect([pushed('bia'), mailed('bia')]).toEqual([[], []]);
    expect(mailed('caio')).toEqual([`Novo documento ${ticketOf(document)}`]);
  });
});

describe('a message that can be stopped', () => {
  it('has the address of the switch in its text and for mail programs', async () => {
    await choose('bia', { completion: ['email'] });
    const document = await newDocument();
    await hush();
    await patch('ana', document.id, { status: 'completed' });
    await settle();
    const [mail] = bench.mails;
    expect(mail?.stopAt).toBe('https://malote.example/admin/profile?aba=avisos');
    expect(mail?.text).toContain(`Deixar de receber ou escolher os avisos: ${mail?.stopAt}`);
  });

  it('is not sent to a person who no longer sees the document', async () => {
    const document = await repliedByDavi();
    await patch('ana', document.id, { status: 'completed' });
    await world.query('update users set organization_id = $1 where id = $2', [pmvi.sectors.GAB, pmvi.people.davi.id]);
    await settle();
    expect(pushed('davi')).toEqual([]);
    expect(pushed('bia')).toHaveLength(1);
  });
});

describe('the digest', () => {
  // The digest of the first day has gone out when the tests begin.
  beforeEach(tickBoth);

  it('is one e-mail of the day, although two servers run, and none where there is nothing', async () => {
    await choose('ana', { reply: ['digest'], deadline: ['digest'] });
    const due = await newDocument(addDays(dayAt(START, 'America/Sao_Paulo'), 1));
    const replied = await newDocument();
    await patch('bia', replied.id, { content: '<p>Visto.</p>' });
    await patch('bia', replied.id, { content: '<p>E mais.</p>' });
    await hush();
    now += 2 * DAY_MS;
    await tickBoth();
    await tickBoth();
    expect(mailed('ana')).toEqual(['Resumo de 13/03/2030']);
    expect(mailed('bia')).toEqual([`${ticketOf(due)} está em atraso`]);
    const text = bench.mails.find(({ to }) => to.email.startsWith('ana'))?.text ?? '';
    expect(text).toContain(`Nova resposta em ${ticketOf(replied)}:`);
    expect(text).toContain(`${ticketOf(due)} está em atraso:`);
    expect(text.match(/view-document/g)).toHaveLength(2);
    expect(text).toContain('Você recebeu porque escolheu o resumo diário');
    // Planned a second time, as after a server that stopped while planning.
    await world.query(`update jobs set done_at = null where kind = 'reminders'`);
    await tickBoth();
    now += DAY_MS;
    await tickBoth();
    expect(mailed('ana')).toEqual(['Resumo de 13/03/2030']);
  });

  it('that is planned a second time leaves what is new to the next one', async () => {
    await choose('ana', { deadline: ['digest'] });
    const [due, later] = [await newDocument(dayAt(START, 'America/Sao_Paulo')), await newDocument('2030-12-30')];
    await hush();
    now += DAY_MS;
    await tickBoth();
    await world.query(`update documents set limit_date = '2030-03-11' where id = $1`, [later.id]);
    await world.query(`update jobs set done_at = null where kind = 'reminders'`);
    await tickBoth();
    now += DAY_MS;
    await tickBoth();
    expect(mailed('ana')).toEqual(['Resumo de 12/03/2030', 'Resumo de 13/03/2030']);
    const texts = bench.mails.filter(({ to }) => to.email.startsWith('ana')).map(({ text }) => text);
    expect(texts[0]).toContain(`${ticketOf(due)} está em atraso:`);
    expect(texts[1]).toContain(`${ticketOf(later)} está em atraso:`);
    expect(texts[1]).not.toContain(ticketOf(due));
  });

  it('waits for 8:00 where the town hall is', async () => {
    await choose('ana', { reply: ['digest'] });
    const document = await newDocument();
    await patch('bia', document.id, { content: '<p>Visto.</p>' });
    await hush();
    now = Date.parse('2030-03-12T10:59:00Z');
    await tickBoth();
    expect(mailed('ana')).toEqual([]);
    now += 60_000;
    await tickBoth();
    expect(mailed('ana')).toEqual(['Resumo de 12/03/2030']);
  });
});

describe('the choices', () => {
  it('are kept for the events that are sent, and the others stay; the usual ways count without them', async () => {
    expect(USUAL_WAYS.deadline).toEqual(['device', 'email']);
    expect(await choose('ana', { reply: ['email', 'digest'] })).toEqual({ reply: ['email', 'digest'] });
    expect(await choose('ana', { deadline: ['none'] })).toEqual({ reply: ['email', 'digest'], deadline: [] });
    const document = await newDocument(dayAt(START, 'America/Sao_Paulo'));
    await choose('bia', { deadline: ['device'] });
    await hush();
    now += DAY_MS;
    await tickBoth();
    expect([pushed('bia'), mailed('bia')]).toEqual([[`${ticketOf(document)} está em atraso`], []]);
    expect([pushed('ana'), mailed('ana')]).toEqual([[], []]);
  });

  it('refuse a way that there is not', async () => {
    const answer = await clients.ana.send('PATCH', '/api/profile', { notices: { reply: ['pigeon'] } });
    expect(answer.statusCode).toBe(422);
  });
});
