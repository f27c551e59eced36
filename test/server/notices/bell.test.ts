// Who is told of an act: the same people by push and by "Avisos", for each act and each way in
// which a document concerns a person. Pushes are what a real server queues; "Avisos" is asked of a
// mirror for each person, filled with what that server gives their device.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DetailsAnswer } from '#contract/sync.ts';
import { dayAt } from '#domain/dates.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { notices } from '#mirror/questions/notices.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { BATCH_QUIET_MS } from '#server/policies/notice-ways.ts';
import { buildSession } from '../../builders/build-people.ts';
import { openTestMirror } from '../../builders/open-test-mirror.ts';
import { readPage } from '../../builders/read-page.ts';
import { subscriptionText } from '../harness/fake-push-service.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';
import { createJobBench, type JobBench } from './job-bench.ts';

const ZONE = 'America/Sao_Paulo';
/** 9:00 there. */
const START = Date.parse('2030-03-11T12:00:00Z');
/**
 * Ana writes, Bia has the document, Davi replied, Caio may get it, and Helena (`admin`), who sees
 * all, has nothing to do with it.
 */
const PEOPLE = ['ana', 'bia', 'davi', 'caio', 'admin'] as const;
type Name = (typeof PEOPLE)[number];

let now = START;
let world: World;
let pmvi: Town;
let clients: Record<Name, TestClient>;
let bench: JobBench;
let mirrors: Mirror[] = [];

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(async ({ town }) => {
  ({ world, pmvi } = town);
  bench = createJobBench(town.server.services);
  await world.query('update users set organization_id = $1 where id = $2', [pmvi.sectors.SEMED, pmvi.people.davi.id]);
  const entries = PEOPLE.map(async (name) => {
    const client = await world.as(pmvi.people[name]);
    const fcm_token = subscriptionText(`https://updates.push.services.mozilla.com/wpush/v2/${name}`);
    await client.send('PATCH', '/api/profile/fcm-token', { fcm_token });
    return [name, client] as const;
  });
  clients = Object.fromEntries(await Promise.all(entries)) as Record<Name, TestClient>;
});
beforeEach(() => {
  now = START;
});
afterEach(async () => {
  for (const mirror of mirrors) await mirror.delete();
  mirrors = [];
});

const settle = async () => {
  now += BATCH_QUIET_MS.email;
  while ((await bench.jobs.tick()) > 0);
};
const patch = async (name: Name, id: number, body: object) => {
  now += 1000;
  const answer = await clients[name].send('PATCH', `/api/documents/${id}`, body);
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

/** Who was pushed something since the pushes were last forgotten. */
async function pushed(): Promise<string[]> {
  await settle();
  const told = PEOPLE.filter((name) => bench.pushes.some(({ subscription }) => subscription.includes(`/${name}"`)));
  bench.pushes.length = 0;
  return told;
}

/** Who has an act on the document after `since` among their notices, and why. */
async function belled(document: { id: number }, since: number): Promise<Partial<Record<Name, string>>> {
  const told = PEOPLE.map(async (name) => {
    const { id: userId } = pmvi.people[name];
    const mirror = await openTestMirror({ ...buildSession(), id: userId });
    mirrors.push(mirror);
    const page = readPage((await clients[name].get('/api/sync/changes?limit=500')).json());
    if (page === null) throw new Error('the page could not be read');
    await applyPage(mirror, page);
    const answer = await clients[name].get(`/api/sync/documents?ids=${document.id}`);
    await applyDetails(mirror, answer.json<DetailsAnswer>().documents);
    const all = await notices(mirror, { userId, today: dayAt(now, ZONE), zone: ZONE, limit: 500 });
    const found = all.find(
      (one) => one.kind === 'act' && one.document.serverId === document.id && Date.parse(one.at) > since,
    );
    return found === undefined ? [] : [[name, found.reason] as const];
  });
  return Object.fromEntries((await Promise.all(told)).flat());
}

const newDocument = (fields: readonly (readonly [string, string])[] = []) =>
  createdDocument(clients.ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', fields });
const toCaio = () => ({ responsible_ids: [pmvi.people.caio.id], organization_ids: [pmvi.sectors.GAB] });
const reply = { content: '<p>Visto.</p>' };

type Case = readonly [
  what: string,
  before: (id: number) => Promise<void>,
  act: (id: number) => Promise<void>,
  told: Partial<Record<Name, string>>,
];
const nothing = async () => undefined;
const CASES: readonly Case[] = [
  ['a reply of the responsible', nothing, (id) => patch('bia', id, reply), { ana: 'wrote' }],
  ['a reply of the author', nothing, (id) => patch('ana', id, reply), { bia: 'holds' }],
  ['a reply of a colleague', nothing, (id) => patch('davi', id, reply), { ana: 'wrote', bia: 'holds' }],
  ['a transfer', nothing, (id) => patch('bia', id, toCaio()), { ana: 'wrote', davi: 'replied', caio: 'holds' }],
  [
    'a transfer that takes it from the responsible',
    nothing,
    (id) => patch('ana', id, toCaio()),
    { bia: 'held', davi: 'replied', caio: 'holds' },
  ],
  [
    'a transfer with a reply and a new limit date',
    nothing,
    (id) => patch('ana', id, { ...toCaio(), ...reply, limit_date: '2031-02-28' }),
    { bia: 'held', davi: 'replied', caio: 'holds' },
  ],
  ['an extension', nothing, (id) => patch('ana', id, { limit_date: '2031-02-28' }), { bia: 'holds', davi: 'replied' }],
  ['a completion', nothing, (id) => patch('ana', id, { status: 'completed' }), { bia: 'holds', davi: 'replied' }],
  [
    'a completion after a transfer',
    (id) => patch('bia', id, toCaio()),
    (id) => patch('ana', id, { status: 'completed' }),
    { caio: 'holds', davi: 'replied' },
  ],
  [
    'a reopening',
    (id) => patch('ana', id, { status: 'completed' }),
    (id) => patch('ana', id, { status: 'under_review', limit_date: '2031-02-28' }),
    { bia: 'holds', davi: 'replied' },
  ],
];

describe('an act is told by push and in "Avisos" to the same people', () => {
  it.each(CASES)('%s', async (_what, before, act, told) => {
    const document = await newDocument();
    await patch('davi', document.id, { content: '<p>Ciente.</p>' });
    await before(document.id);
    await pushed();
    const since = now;
    now += 1;
    await act(document.id);
    expect(new Set(await pushed())).toEqual(new Set(Object.keys(told)));
    expect(await belled(document, since)).toEqual(told);
  });

  it('a creation that mentions a person', async () => {
    await pushed();
    const mention = [
      ['tags[0][title]', 'davi queiroz'],
      ['tags[0][type]', 'mention'],
      ['tags[0][user_id]', String(pmvi.people.davi.id)],
    ] as const;
    const document = await newDocument(mention);
    expect(new Set(await pushed())).toEqual(new Set(['bia', 'davi']));
    expect(await belled(document, START - 1)).toEqual({ bia: 'holds', davi: 'mentioned' });
  });

  it('an act before the reply of a person is not told to them', async () => {
    const document = await newDocument();
    await patch('ana', document.id, { limit_date: '2031-02-28' });
    const since = now - 1;
    await patch('davi', document.id, reply);
    expect(new Set(await pushed())).toEqual(new Set(['ana', 'bia']));
    expect(await belled(document, since)).toEqual({ ana: 'wrote', bia: 'holds' });
  });
});
