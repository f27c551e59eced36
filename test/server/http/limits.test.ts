import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gunzipSync } from 'node:zlib';
import { PATHS } from '#contract/paths.ts';
import { createLog } from '#server/reporting/log.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { arrive, solvedToken } from '../harness/test-client.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ demo: true, environment: { RATE_LIMIT_PER_MINUTE: '20' } });
});
afterAll(() => server.close());

describe('limits', () => {
  it('limits are per session: a session over its limit waits, another at the same address does not', async () => {
    const greedy = await server.login('servidor.semob@pmvi.example');
    const neighbour = await server.login('protocolo@pmvi.example');
    const statuses = [];
    for (let times = 0; times < 21; times += 1) statuses.push((await greedy.get('/api/user')).statusCode);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    const refused = await greedy.get('/api/user');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json().message).toMatch(/^Muitas tentativas\. Aguarde \d+ s\.$/);
    expect((await neighbour.get('/api/user')).statusCode).toBe(200);
  });

  it('a client over its limit costs no database statement, whatever its cookie and method', async () => {
    const visitor = await arrive(server.app);
    const forged = `malote_session=${'a'.repeat(86)}`;
    const shots = [
      { method: 'POST', url: '/login', headers: { cookie: forged } },
      { method: 'GET', url: '/api/user', headers: { cookie: forged } },
      { method: 'POST', url: '/nowhere', headers: { cookie: forged } },
      { method: 'POST', url: '/login', headers: visitor.headers() },
    ] as const;
    const flood = async (count: number) => {
      const statuses = new Set<number>();
      for (let times = 0; times < count; times += 1) {
        for (const shot of shots)
          statuses.add((await server.app.inject({ ...shot, remoteAddress: '10.9.8.7' })).statusCode);
      }
      return [...statuses];
    };
    await flood(10);
    server.statements.length = 0;
    expect(await flood(5)).toEqual([429]);
    expect(server.statements).toEqual([]);
  });

  it('a session cookie that the server did not make is never looked up in the database', async () => {
    server.statements.length = 0;
    for (const cookie of ['a'.repeat(43), 'a'.repeat(86), 'x', `${'é'.repeat(20)}`]) {
      const answer = await server.app.inject({
        url: '/api/user',
        headers: { cookie: `malote_session=${cookie}` },
        remoteAddress: '10.9.8.6',
      });
      expect(answer.statusCode).toBe(401);
    }
    expect(server.statements).toEqual([]);
  });

  it('a flood of guessed calendar addresses waits without a database statement, and a calendar elsewhere is read', async () => {
    const person = await server.login('gestor.semob@pmvi.example');
    const made = await person.send('POST', PATHS.calendar, {});
    const { path } = made.json<{ path: string }>();
    const guess = `${PATHS.calendarFeed}?token=${'a'.repeat(43)}`;
    const ask = (url: string, remoteAddress: string) => server.app.inject({ url, remoteAddress });
    const statuses = [];
    for (let times = 0; times < 41; times += 1) statuses.push((await ask(guess, '10.9.8.5')).statusCode);
    expect(statuses).toEqual([...Array<number>(40).fill(404), 429]);
    server.statements.length = 0;
    const refused = await ask(path, '10.9.8.5');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).not.toContain('VEVENT');
    expect(server.statements).toEqual([]);
    expect((await ask(path, '10.9.8.4')).statusCode).toBe(200);
    expect((await person.get(PATHS.calendar)).statusCode).toBe(200);
  });

  it('the probe has no request limit', async () => {
    for (let times = 0; times < 60; times += 1) {
      const response = await server.app.inject({ method: 'GET', url: '/health' });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ status: 'ok' });
    }
  });

  it('many probes at once query the database once', async () => {
    server.statements.length = 0;
    const answers = await Promise.all(Array.from({ length: 200 }, () => server.app.inject('/health')));
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    expect(server.statements.filter((text) => text.startsWith('select 1')).length).toBeLessThan(20);
  });
});

describe('behind a proxy', () => {
  it('the address of a client is the one the proxy saw, whatever it claims: failed logins count together', async () => {
    const behind = await startTestServer({ environment: { TRUST_PROXY: '1' } });
    const client = await arrive(behind.app);
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${attempt}, 203.0.113.7` };
      const payload = { email: 'ana@x.example', token: await solvedToken(client) };
      statuses.push((await client.inject({ method: 'POST', url: '/forgot-password', payload, headers })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await behind.close();
  });
});

describe('answers', () => {
  it('long answers are compressed', async () => {
    const client = await server.login('admin@pmvi.example');
    const response = await client.inject({
      method: 'GET',
      url: '/api/documents',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(response.rawPayload).toString())).toHaveProperty('data');
    expect(response.headers['cache-control']).toBe('private, no-store');
  });
});

describe('the log', () => {
  it('the log holds no secrets and no content, in whatever shape they are logged', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => lines.push(line) });
    const secret = 'segredo-que-ninguem-le';
    log.info({ password: secret, body: { content: secret, token: secret }, req: { headers: { cookie: secret } } }, 'x');
    log.error({ headers: { authorization: secret, 'set-cookie': secret } }, 'y');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain(secret);
  });
});
