// Invitations: a person without a password chooses one by a link in an e-mail or by a code on
// paper, once and within 7 days.

import type { ImportAnswer, InvitablePerson, InvitationAnswer } from '#contract/import.ts';
import { retryFailedMail } from '#server/operation/failed-mail.ts';
import { issuePasswordReset } from '#server/sessions/password-reset.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { arrive, logIn, type TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';
import { createJobBench, type JobBench } from '../notices/job-bench.ts';
import { base64, confer, importSheet, PEOPLE, send } from './sheets.ts';

const DAY_MS = 86_400_000;
const url = '/api/users/invitations';
const password = 'um lugar ao sol';

let now = Date.parse('2030-03-04T12:00:00Z');
let server: TestServer;
let world: World;
let admin: TestClient;
let gestor: TestClient;
let bench: JobBench;
let people: InvitablePerson[];
let round = 0;

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(({ town }) => void ({ server, world } = town));
beforeEach(async () => {
  now += 30 * DAY_MS;
  round += 1;
  await world.query('delete from jobs');
  bench = createJobBench(server.services);
  admin = await world.as(world.pmvi.people.admin);
  gestor = await world.as(world.pmvi.people.gestor);
  const lines = ['Yara', 'Zeca'].map((name) => `${name};Lima;${name}${round}@pmvi.example;SEMOB;Servidor`);
  const answer = await importSheet(admin, PEOPLE, ['Nome;Sobrenome;E-mail;Setor;Papel', ...lines].join('\n'));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const all: InvitablePerson[] = (await admin.get(url)).json().people;
  people = all.filter((person) => person.email.endsWith(`${round}@pmvi.example`));
});

const ids = () => people.map((person) => person.id);
const invite = async (client: TestClient, body: object) => {
  const response = await client.send('POST', url, body);
  expect(response.statusCode).toBe(200);
  return response.json<InvitationAnswer>();
};
const use = async (fields: { email: string; token: string }) =>
  (await arrive(server.app)).send('POST', '/reset-password', {
    ...fields,
    password,
    password_confirmation: password,
  });
const enters = (email: string) =>
  logIn(server.app, { email, password }).then(
    () => true,
    () => false,
  );
const linkTo = (name: string) => {
  const text = bench.mails.find((mail) => mail.to.name === name)?.text;
  const [, token = '', email = ''] = /\/password-reset\/([\w-]{43})\?email=(\S+)/.exec(text ?? '') ?? [];
  return { token, email: decodeURIComponent(email) };
};

describe('by e-mail', () => {
  it('a link lets an imported person in, once, and nobody before', async () => {
    expect(people.map(({ name, sector, invited_until }) => [name, sector, invited_until])).toEqual([
      ['Yara', 'SEMOB', null],
      ['Zeca', 'SEMOB', null],
    ]);
    const [first] = people;
    expect(await enters(first?.email ?? '')).toBe(false);
    expect(await invite(admin, { user_ids: ids(), by: 'mail' })).toEqual({ mailed: 2, slips: [] });
    await bench.jobs.tick();
    expect(
      bench.mails
        .map((mail) => [mail.to.name, mail.subject])
        .toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
    ).toEqual([
      ['Yara', 'Convite para usar o Malote: Órgão PMVI'],
      ['Zeca', 'Convite para usar o Malote: Órgão PMVI'],
    ]);
    const link = linkTo('Yara');
    expect(link.email).toBe(first?.email);
    expect((await use(link)).statusCode).toBe(200);
    expect(await enters(link.email)).toBe(true);
    expect((await use(link)).statusCode).toBe(422);
    const left: InvitablePerson[] = (await admin.get(url)).json().people;
    expect(left.filter(({ id }) => ids().includes(id)).map(({ name }) => name)).toEqual(['Zeca']);
  });

  it('is good for seven days', async () => {
    await invite(admin, { user_ids: ids(), by: 'mail' });
    await bench.jobs.tick();
    now += 7 * DAY_MS - 60_000;
    expect((await use(linkTo('Yara'))).statusCode).toBe(200);
    now += 120_000;
    expect((await use(linkTo('Zeca'))).statusCode).toBe(422);
  });

  it('one message a day and address, and none to a person who has a password by now', async () => {
    expect((await invite(admin, { user_ids: ids(), by: 'mail' })).mailed).toBe(2);
    expect((await invite(admin, { user_ids: ids(), by: 'mail' })).mailed).toBe(0);
    const { slips } = await invite(admin, { user_ids: ids().slice(0, 1), by: 'slip' });
    expect((await use({ email: slips[0]?.email ?? '', token: slips[0]?.code ?? '' })).statusCode).toBe(200);
    await bench.jobs.tick();
    const invited = bench.mails.filter((mail) => mail.subject.startsWith('Convite'));
    expect(invited.map((mail) => mail.to.name)).toEqual(['Zeca']);
  });

  it('counts towards the bound of a minute, which a link for a new password goes past', async () => {
    await invite(admin, { user_ids: ids(), by: 'mail' });
    const slow = createJobBench(server.services, { mailPerMinute: 1 });
    await slow.jobs.tick();
    expect(slow.mails).toHaveLength(1);
    await world.query(
      `insert into jobs (tenant_id, kind, key, payload, run_at)
        values ($1, 'password-reset', gen_random_uuid(), jsonb_build_object('user_id', $2::bigint), $3)`,
      [world.pmvi.id, world.pmvi.people.ana.id, new Date(now).toISOString()],
    );
    await slow.jobs.tick();
    expect(slow.mails.slice(1).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Redefinição/)]);
  });

  it('requests for a new password do not end an invitation, and their links last no longer by it', async () => {
    await invite(admin, { user_ids: ids(), by: 'mail' });
    await bench.jobs.tick();
    const owner = { tenantId: world.pmvi.id, userId: people[1]?.id ?? 0, now };
    for (let times = 0; times < 4; times += 1) await issuePasswordReset(server.services.database, owner);
    expect((await use(linkTo('Zeca'))).statusCode).toBe(200);
    await world.query(`update password_resets set invitation = false`);
    expect((await use(linkTo('Yara'))).statusCode).toBe(422);
  });
});

describe('on paper', () => {
  it('a code lets in, in small letters too, and a new slip ends the one before', async () => {
    const [lost] = (await invite(admin, { user_ids: ids().slice(0, 1), by: 'slip' })).slips;
    const [slip] = (await invite(admin, { user_ids: ids().slice(0, 1), by: 'slip' })).slips;
    expect(slip?.code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
    expect(slip?.path).toBe(`/password-reset/${slip?.code}?email=${encodeURIComponent(slip?.email ?? '')}`);
    expect(slip).toMatchObject({ name: 'Yara', sector: 'SEMOB', expires_at: new Date(now + 7 * DAY_MS).toISOString() });
    expect((await use({ email: lost?.email ?? '', token: lost?.code ?? '' })).statusCode).toBe(422);
    expect((await use({ email: people[1]?.email ?? '', token: slip?.code ?? '' })).statusCode).toBe(422);
    expect((await use({ email: slip?.email ?? '', token: slip?.code.toLowerCase() ?? '' })).statusCode).toBe(200);
    expect(await enters(slip?.email ?? '')).toBe(true);
    expect(
      await world.query(`select 1 from password_resets where token_hash = $1`, [Buffer.from(slip?.code ?? '')]),
    ).toEqual([]);
  });

  it('a code outlives messages that wait or are tried again by hand, and none is sent after it', async () => {
    const printed: InvitationAnswer['slips'][number][] = [];
    const print = async (id: number | undefined) =>
      printed.push(...(await invite(admin, { user_ids: [id], by: 'slip' })).slips);
    const failing = createJobBench(server.services, {
      mailer: {
        async send({ to }) {
          // Zeca's code is printed while his message is being handed over, Yara's afterwards.
          if (to.name === 'Zeca') await print(people[1]?.id);
          throw new Error('away');
        },
        close: () => undefined,
      },
    });
    await invite(admin, { user_ids: ids(), by: 'mail' });
    await failing.jobs.tick();
    await print(people[0]?.id);
    await retryFailedMail(server.services.database, { acronym: null, now });
    now += 3_600_000;
    await bench.jobs.tick();
    expect(bench.mails).toEqual([]);
    for (const { email, code } of printed) expect((await use({ email, token: code })).statusCode).toBe(200);
    expect(printed).toHaveLength(2);
  });

  it('another e-mail ends a slip', async () => {
    const [slip] = (await invite(admin, { user_ids: ids().slice(0, 1), by: 'slip' })).slips;
    await world.query(`update users set email = 'outra${round}@pmvi.example' where id = $1`, [slip?.id]);
    expect((await use({ email: `outra${round}@pmvi.example`, token: slip?.code ?? '' })).statusCode).toBe(422);
  });
});

describe('rights (S20)', () => {
  it('nobody invites whom they could not give a password', async () => {
    const [person] = people;
    await world.query(`update user_roles set role_id = $1 where user_id = $2`, [
      world.pmvi.roles.Protocolo,
      person?.id,
    ]);
    const refused = await gestor.send('POST', url, { user_ids: [person?.id], by: 'slip' });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['user_ids']]);
    const offered: InvitablePerson[] = (await gestor.get(url)).json().people;
    expect(offered.map(({ id }) => id)).not.toContain(person?.id);
    expect(offered.map(({ id }) => id)).toContain(people[1]?.id);
    await world.query(`update users set organization_id = $1 where id = $2`, [world.pmvi.sectors.GAB, people[1]?.id]);
    expect((await gestor.send('POST', url, { user_ids: [people[1]?.id], by: 'slip' })).statusCode).toBe(403);
    expect((await admin.send('POST', url, { user_ids: [world.cmvi.people.ana.id], by: 'slip' })).statusCode).toBe(404);
  });

  it('whoever has a password, or may not log in, gets no code', async () => {
    await world.query(`update users set status = 'inactive' where id = $1`, [people[0]?.id]);
    const ana = world.pmvi.people.ana.id;
    expect((await invite(admin, { user_ids: [people[0]?.id, ana], by: 'slip' })).slips).toEqual([]);
    expect((await invite(admin, { user_ids: [people[0]?.id, ana], by: 'mail' })).mailed).toBe(0);
  });
});

describe('with an import', () => {
  const sheet = (...lines: string[]) => ['Nome;Sobrenome;E-mail;Setor;Papel;Situação', ...lines].join('\n');
  const line = (name: string, status = '') => `${name};Reis;${name}${round}@pmvi.example;SEMOB;Servidor;${status}`;
  const queued = () =>
    world.query<{ name: string; day: string }>(
      `select u.name, to_char(j.run_at, 'YYYY-MM-DD') as day from jobs j join users u on u.id = (j.payload->>'user_id')::bigint
        where j.kind = 'invitation' order by u.name`,
    );

  it('its new people who may log in are invited with it, once, and nobody else', async () => {
    const file = sheet(line('Vera'), line('Ugo'), line('Tina', 'Inativo'), `Yara;Luz;yara${round}@pmvi.example;;;`);
    const { conference, invitable, counts } = await confer(admin, PEOPLE, file);
    expect([invitable, counts]).toEqual([2, { refused: 0, new: 3, changed: 1, same: 0 }]);
    const key = randomUUID();
    const payload = { file: base64(file), conference, invite: true };
    const command = () => admin.inject({ method: 'POST', url: PEOPLE, headers: { 'idempotency-key': key }, payload });
    expect((await command()).json<ImportAnswer>()).toMatchObject({ applied: true, invited: 2 });
    const day = new Date(now).toISOString().slice(0, 10);
    const both = ['Ugo', 'Vera'].map((name) => ({ name, day }));
    expect(await queued()).toEqual(both);
    expect((await command()).headers['idempotent-replayed']).toBe('true');
    expect(await queued()).toEqual(both);
    await bench.jobs.tick();
    expect((await use(linkTo('Vera'))).statusCode).toBe(200);
    const said = await world.query<{ about: number; fields: string[] }>(
      `select cardinality(about) as about, fields from access_events where act = 'invite-users' and at = $1`,
      [new Date(now).toISOString()],
    );
    expect(said).toEqual([{ about: 2, fields: ['mail'] }]);
  });

  it('nobody is invited where that is not asked, nor by a sheet that is not written', async () => {
    expect((await importSheet(admin, PEOPLE, sheet(line('Vera')))).json()).not.toHaveProperty('invited');
    const refused = await importSheet(admin, PEOPLE, sheet(line('Ugo'), line('Ugo')), { invite: true });
    const moved = await send(admin, PEOPLE, { file: sheet(line('Tina')), conference: 'x'.repeat(43), invite: true });
    expect([refused.statusCode, moved.statusCode]).toEqual([422, 422]);
    expect(await queued()).toEqual([]);
  });

  it('a manager invites those of the own sector, and one import more than one request could', async () => {
    const many = Array.from({ length: 501 }, (_, n) => `P${n};Reis;p${n}.${round}@pmvi.example;;Servidor;`);
    const answer = await importSheet(gestor, PEOPLE, sheet(...many), { invite: true });
    expect(answer.json<ImportAnswer>().invited).toBe(501);
    expect(await queued()).toHaveLength(501);
  });
});

describe('a single person made by hand', () => {
  const newcomer = (more: object) => ({
    name: 'Wanda',
    last_name: 'Reis',
    email: `wanda${round}@pmvi.example`,
    roles: ['Servidor'],
    organization_id: world.pmvi.sectors.SEMOB,
    ...more,
  });

  it('is invited instead of given a password', async () => {
    expect((await admin.send('POST', '/api/users', newcomer({ invite: 'mail' }))).statusCode).toBe(201);
    await bench.jobs.tick();
    const link = linkTo('Wanda');
    expect(await enters(link.email)).toBe(false);
    expect((await use(link)).statusCode).toBe(200);
    expect(await enters(link.email)).toBe(true);
  });

  it('has a password where there is no invitation, and never both', async () => {
    const errors = async (more: object) =>
      (await admin.send('POST', '/api/users', newcomer(more))).json<{ errors: object }>().errors;
    expect(await errors({})).toEqual({ password: ['Preencha este campo.'] });
    expect(await errors({ invite: 'slip', password: 'uma senha boa' })).toEqual({
      password: ['Quem recebe um convite cria a própria senha. Deixe este campo em branco.'],
    });
    expect((await admin.send('POST', '/api/users', newcomer({ invite: 'slip' }))).statusCode).toBe(201);
    expect(await world.query(`select 1 from jobs where kind = 'invitation'`)).toEqual([]);
  });
});
