// Forgotten passwords from the form to the new login, with e-mail as files and over SMTP (rule H3).

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Hopeless } from '#server/reporting/errors.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { deadlineMessage, passwordResetMessage } from '#server/mail/messages.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { startFakeSmtp, type FakeSmtp } from '../harness/fake-smtp.ts';
import type { TestServer } from '../harness/harness.ts';
import { createJobBench, type JobBench } from '../notices/job-bench.ts';
import { arrive, solvedToken, type TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';

const MINUTE_MS = 60_000;
const OPEN_MESSAGE = 'Se o e-mail estiver cadastrado, você vai receber um link para criar uma nova senha.';

let now = Date.parse('2030-03-04T12:00:00Z');
let server: TestServer;
let world: World;
let guest: TestClient;
let bench: JobBench;

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(({ town }) => void ({ server, world } = town));
beforeEach(async () => {
  // Late enough that no throttle and no older link is in effect.
  now += 120 * MINUTE_MS;
  await world.query('delete from jobs');
  bench = createJobBench(server.services);
  guest = await arrive(server.app);
});

const ask = async (email: string) => guest.send('POST', '/forgot-password', { email, token: await solvedToken(guest) });
const tokenOf = (text: string | undefined) =>
  /password-reset\/([\w-]{43})\?email=ana%40pmvi\.example/.exec(text ?? '')?.[1] ?? '';
const freshToken = async () => {
  guest = await arrive(server.app);
  expect((await ask('ANA@pmvi.example ')).statusCode).toBe(200);
  await bench.jobs.tick();
  return tokenOf(bench.mails.at(-1)?.text);
};
const reset = (token: string, more: object = {}) =>
  guest.send('POST', '/reset-password', {
    email: 'ana@pmvi.example',
    token,
    password: 'uma senha nova',
    password_confirmation: 'uma senha nova',
    ...more,
  });

describe('asking for a link', () => {
  it('a request for a link is answered the same whether the account exists, and mails only an existing one', async () => {
    const answers = [];
    for (const email of ['ana@pmvi.example', 'ninguem@pmvi.example']) answers.push(await ask(email));
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
      [200, { message: OPEN_MESSAGE }],
      [200, { message: OPEN_MESSAGE }],
    ]);
    await bench.jobs.tick();
    expect(bench.mails.map((mail) => mail.to)).toEqual([{ name: 'Ana', email: 'ana@pmvi.example' }]);
    expect(tokenOf(bench.mails[0]?.text)).toHaveLength(43);
  });

  it('a request for a link costs the same statements whether the account exists', async () => {
    const counts = [];
    for (const email of ['ana@pmvi.example', 'ninguem@pmvi.example']) {
      server.statements.length = 0;
      expect((await ask(email)).statusCode).toBe(200);
      counts.push(server.statements.length);
    }
    expect(counts[0]).toBe(counts[1]);
  });

  it('an inactive account gets no link, and any account one e-mail a minute', async () => {
    await world.query(`update users set status = 'inactive' where email = 'bia@pmvi.example'`);
    await ask('bia@pmvi.example');
    for (let times = 0; times < 4; times += 1) await ask('caio@pmvi.example');
    await bench.jobs.tick();
    expect(bench.mails.map((mail) => mail.to.email)).toEqual(['caio@pmvi.example']);
  });

  it('requests for a link are throttled after five a minute, whether the account exists', async () => {
    for (const email of ['ana@pmvi.example', 'ninguem@pmvi.example']) {
      const codes = [];
      for (let times = 0; times < 6; times += 1) codes.push((await ask(email)).statusCode);
      expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  it('an account gets five e-mails a day, however many addresses ask', async () => {
    now = Date.parse('2030-06-04T03:00:00Z');
    for (let times = 0; times < 8; times += 1) {
      guest = await arrive(server.app);
      expect((await ask('ana@pmvi.example')).statusCode).toBe(200);
      now += 30 * MINUTE_MS;
    }
    await bench.jobs.tick();
    expect(bench.mails).toHaveLength(5);
    now += 24 * 60 * MINUTE_MS;
    guest = await arrive(server.app);
    await ask('ana@pmvi.example');
    await bench.jobs.tick();
    expect(bench.mails).toHaveLength(6);
  });

  it('a request while an earlier link waits for the mail server lets it be sent at once, one e-mail for both', async () => {
    const away = Array.from({ length: 8 }, () => new Error('away'));
    bench.failures.push(...away);
    await ask('ana@pmvi.example');
    for (const end = now + 100 * MINUTE_MS; now < end; now += MINUTE_MS) await bench.jobs.tick();
    expect([bench.failures, bench.mails]).toEqual([[], []]);
    guest = await arrive(server.app);
    for (let times = 0; times < 3; times += 1) await ask('ana@pmvi.example');
    await bench.jobs.tick();
    expect(bench.mails).toHaveLength(1);
    expect((await reset(tokenOf(bench.mails[0]?.text))).statusCode).toBe(200);
  });

  it('a request while the mail server is away is tried as a new one is, not with each request', async () => {
    const away = { shift: () => (tried.push(now), new Error('away')), push: () => 0 };
    const tried: number[] = [];
    bench = createJobBench(server.services, { failures: away as unknown as Error[] });
    await ask('ana@pmvi.example');
    for (const end = now + 100 * MINUTE_MS; now < end; now += MINUTE_MS) await bench.jobs.tick();
    tried.length = 0;
    const asked = now;
    for (let seconds = 0; seconds < 120; seconds += 15) {
      guest = await arrive(server.app);
      await ask('ana@pmvi.example');
      await bench.jobs.tick();
      now += 15_000;
    }
    expect(tried.map((at) => (at - asked) / 1000)).toEqual([0, 30, 90, 105]);
  });

  it('a link that the mail server refused for good does not keep the next one from being sent', async () => {
    bench.failures.push(new Hopeless('no such mailbox'));
    await ask('ana@pmvi.example');
    await bench.jobs.tick();
    guest = await arrive(server.app);
    await ask('ana@pmvi.example');
    await bench.jobs.tick();
    expect(bench.mails).toHaveLength(1);
  });

  it('a request for a link costs a proof of work, which is good once', async () => {
    const token = await solvedToken(guest);
    const send = (body: object) => guest.send('POST', '/forgot-password', { email: 'ana@pmvi.example', ...body });
    for (const body of [{}, { token: 'eyJ9' }]) {
      const answer = await send(body);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['token']]);
    }
    expect([(await send({ token })).statusCode, (await send({ token })).statusCode]).toEqual([200, 422]);
    await bench.jobs.tick();
    expect(bench.mails).toHaveLength(1);
  });

  it('a request for a link needs an e-mail and a CSRF token', async () => {
    expect((await ask(' ')).json().errors).toHaveProperty('email');
    const stranger = await guest.inject({
      method: 'POST',
      url: '/forgot-password',
      payload: { email: 'ana@pmvi.example' },
      headers: { 'x-xsrf-token': 'x' },
    });
    expect(stranger.statusCode).toBe(419);
  });
});

describe('the link', () => {
  it('a link sets the password once, ends every session, and only its hash is stored', async () => {
    const inside = await world.as(world.pmvi.people.ana);
    const token = await freshToken();
    const stored = await world.query<{ all: string }>(
      `select coalesce(string_agg(t::text, ''), '') || (select string_agg(j::text, '') from jobs j) as all
       from password_resets t`,
    );
    // PostgreSQL prints bytes in hexadecimal.
    for (const told of [token, Buffer.from(token).toString('hex')]) expect(stored[0]?.all).not.toContain(told);
    expect((await reset(token)).statusCode).toBe(200);
    expect((await inside.get('/api/user')).statusCode).toBe(401);
    const client = await server.login('ana@pmvi.example', 'uma senha nova');
    expect((await client.get('/api/user')).statusCode).toBe(200);
    const again = await reset(token);
    expect(again.statusCode).toBe(422);
    expect(again.json().errors).toEqual({ token: ['O link expirou ou já foi usado. Peça um novo.'] });
  });

  it('a link is refused after 60 minutes, for another e-mail, and for an inactive account', async () => {
    const late = await freshToken();
    now += 60 * MINUTE_MS;
    expect((await reset(late)).statusCode).toBe(422);
    const newer = await freshToken();
    expect((await reset(newer, { email: 'caio@pmvi.example' })).statusCode).toBe(422);
    await world.query(`update users set status = 'inactive' where email = 'ana@pmvi.example'`);
    expect((await reset(newer)).statusCode).toBe(422);
    await world.query(`update users set status = 'active' where email = 'ana@pmvi.example'`);
    expect((await reset(newer)).statusCode).toBe(200);
  });

  it('a stranger who asks for more links ends none of the last three', async () => {
    const tokens = [];
    for (let times = 0; times < 4; times += 1) {
      tokens.push(await freshToken());
      now += 2 * MINUTE_MS;
    }
    const [first = '', second = '', ...others] = tokens;
    expect((await reset(first)).statusCode).toBe(422);
    expect((await reset(second)).statusCode).toBe(200);
    for (const other of others) expect((await reset(other)).statusCode).toBe(422);
  });

  it('another password or e-mail ends the links that were sent before', async () => {
    const change = async (column: string, value: string) =>
      world.query(`update users set ${column} = $1 where email = 'ana@pmvi.example'`, [value]);
    const first = await freshToken();
    await change('password_hash', 'another');
    expect((await reset(first)).statusCode).toBe(422);
    now += 2 * MINUTE_MS;
    const second = await freshToken();
    await change('email', 'outra@pmvi.example');
    expect((await reset(second, { email: 'outra@pmvi.example' })).statusCode).toBe(422);
    await world.query(`update users set email = 'ana@pmvi.example' where email = 'outra@pmvi.example'`);
  });

  it('a link stays valid after a refused password', async () => {
    const token = await freshToken();
    const refused = async (more: object) => Object.keys((await reset(token, more)).json().errors);
    const both = (password: string) => ({ password, password_confirmation: password });
    expect(await refused(both('12345'))).toEqual(['password']);
    expect(await refused(both('ANA@pmvi.example'))).toEqual(['password']);
    expect(await refused(both('123456'))).toEqual(['password']);
    expect(await refused(both('x'.repeat(257)))).toEqual(['password']);
    expect(await refused({ password_confirmation: 'outra senha' })).toEqual(['password_confirmation']);
    expect((await reset(token)).statusCode).toBe(200);
  });

  it('a link used twice at once works once', async () => {
    const token = await freshToken();
    const codes = (await Promise.all([reset(token), reset(token)])).map((answer) => answer.statusCode);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 422]);
  });
});

describe('the mail', () => {
  const to = { name: 'Zé "da" <Silva>', email: 'ze@pmvi.example' };
  const message = passwordResetMessage(to, 'https://malote.example/password-reset/abc?email=ze%40pmvi.example&x=1');
  const parts = { folder: '', from: 'Malote <nao-responda@malote.example>', clock: () => now };
  let folder = '';
  let smtp: FakeSmtp;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'malote-mail-'));
    smtp = await startFakeSmtp();
  });
  afterAll(async () => {
    await smtp.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('the e-mail escapes the names of people', () => {
    expect(message.html).toContain('Olá, Zé &quot;da&quot; &lt;Silva&gt;.');
    expect(message.html).toContain('href="https://malote.example/password-reset/abc?email=ze%40pmvi.example&amp;x=1"');
    const deadline = deadlineMessage(to, {
      headline: 'PMVI042 vence hoje',
      tenant: 'Prefeitura de Vila Itá',
      why: 'Você recebeu porque o documento está com você.',
      choices: 'https://x/escolher',
      limitDate: '2030-03-04',
      link: 'https://x',
    });
    expect(deadline.subject).toBe('PMVI042 vence hoje');
    expect(deadline.text).toContain('Data limite: 04/03/2030.');
  });

  it('the e-mail becomes an .eml file where there is no SMTP server', async () => {
    const mailer = createMailer({ ...parts, smtpUrl: null, folder });
    await mailer.send(message);
    await mailer.send(message);
    const names = await readdir(folder);
    expect(names).toHaveLength(2);
    expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
    const text = await readFile(join(folder, names[0] ?? ''), 'utf8');
    expect(text).toMatch(/^From: Malote <nao-responda@malote\.example>/m);
    expect(text).toMatch(/^To: .*<ze@pmvi\.example>/m);
    expect(text).toContain('multipart/alternative');
  });

  it('the e-mail goes over SMTP to one recipient, whatever the name contains', async () => {
    const mailer = createMailer({ ...parts, smtpUrl: smtp.url });
    await mailer.send({
      ...message,
      to: { name: 'a@evil.example, b\r\nBcc: c@evil.example', email: 'ze@pmvi.example' },
    });
    mailer.close();
    expect(smtp.received.map((one) => one.to)).toEqual([['ze@pmvi.example']]);
    expect(smtp.received[0]?.data).not.toMatch(/^Bcc:/m);
  });

  it('an e-mail is retried after a temporary refusal or an unreachable server, not after a final refusal', async () => {
    const mailer = createMailer({ ...parts, smtpUrl: smtp.url });
    smtp.refusals.push('451 later', '550 no such mailbox');
    const failed = (): Promise<unknown> =>
      mailer.send(message).then(
        () => null,
        (error: unknown) => error,
      );
    expect(await failed()).not.toBeInstanceOf(Hopeless);
    expect(await failed()).toBeInstanceOf(Hopeless);
    expect(await failed()).toBeNull();
    mailer.close();
    const nowhere = createMailer({ ...parts, smtpUrl: 'smtp://127.0.0.1:1' });
    const error = await nowhere.send(message).then(
      () => null,
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Hopeless);
  });
});
