import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PATHS } from '#contract/paths.ts';
import { createLog } from '#server/reporting/log.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { arrive, solvedToken } from '../harness/test-client.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ demo: true, environment: { RATE_LIMIT_PER_MINUTE: '20' } });
});
afterAll(() => server.close());

/** A login whose requests all come from the address. */
async function loginFrom(remoteAddress: string) {
  const inject = (options: InjectOptions) => server.app.inject({ ...options, remoteAddress });
  const app = { inject } as unknown as FastifyInstance;
  const client = await arrive(app);
  const account = { email: 'consulta@pmvi.example', password: server.services.config.demoPassword };
  return client.send('POST', PATHS.login, { ...account, token: await solvedToken(client) });
}

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
    // Each address of the server has a bound of its own. That of the way to a login fills again
    // with time, so time stands still.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      await flood(60);
      server.statements.length = 0;
      expect(await flood(5)).toContain(429);
      expect(server.statements).toEqual([]);
    } finally {
      clock.mockRestore();
    }
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

  it('a flood from an address stops no other route of the address, and no login', async () => {
    const remoteAddress = '10.9.8.3';
    const ask = async (url: string) => (await server.app.inject({ url, remoteAddress })).statusCode;
    const statuses = [];
    for (let times = 0; times < 60; times += 1) statuses.push(await ask('/api/user'));
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(await ask(PATHS.documents)).toBe(401);
    expect(await ask(PATHS.csrfCookie)).toBe(204);
    expect((await loginFrom(remoteAddress)).statusCode).toBe(200);
  });

  it('people who log in do not use up the way to a login of their address; those who only ask for it do', async () => {
    const remoteAddress = '10.9.8.2';
    // Each takes three of forty.
    for (let times = 0; times < 30; times += 1) expect((await loginFrom(remoteAddress)).statusCode).toBe(200);
    const ask = async () => (await server.app.inject({ url: PATHS.humanVerification, remoteAddress })).statusCode;
    const statuses = [];
    for (let times = 0; times < 80; times += 1) statuses.push(await ask());
    expect(statuses).toContain(429);
    expect(statuses.slice(0, 30)).not.toContain(429);
  });

  it('the probe has no request limit', async () => {
    for (let times = 0; times < 60; times += 1) {
      const response = await server.app.inject({ method: 'GET', url: '/health' });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ status: 'ok' });
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

describe('a proxy that does not fit TRUST_PROXY', () => {
  const forwarded: Record<string, string> = { 'x-forwarded-for': '203.0.113.7' };
  it.each([
    ['0', forwarded, {}, /TRUST_PROXY=0/],
    ['0', { forwarded: 'for=203.0.113.7' }, {}, /TRUST_PROXY=0/],
    ['1', {}, forwarded, /without X-Forwarded-For/],
  ])('TRUST_PROXY=%s and a request with %o is told once', async (TRUST_PROXY, odd, fitting, words) => {
    const logTo: string[] = [];
    const behind = await startTestServer({ environment: { TRUST_PROXY }, logTo });
    const told = () => logTo.filter((line) => line.includes('"proxy":"unclear"'));
    const ask = (url: string, headers: Record<string, string>) => behind.app.inject({ url, headers });
    await ask(PATHS.humanVerification, fitting);
    // A probe of the machine itself comes past the proxy.
    await ask(PATHS.health, odd);
    expect(told()).toEqual([]);
    for (let times = 0; times < 3; times += 1) await ask(PATHS.humanVerification, odd);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toMatch(words);
    await behind.close();
  });
});

describe('answers', () => {
  it('the description of the API is compressed once, and answered in what the client takes', async () => {
    const ask = (encoding: string) =>
      server.app.inject({
        url: '/api/openapi.json',
        headers: { 'accept-encoding': encoding },
        remoteAddress: '10.9.8.1',
      });
    const plain = (await ask('identity')).rawPayload;
    const [first, second] = [await ask('gzip, deflate, br'), await ask('br;q=1.0, gzip;q=0.8')];
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('Accept-Encoding') });
    expect(brotliDecompressSync(first.rawPayload).equals(plain)).toBe(true);
    // As small as it gets, which takes too long for an answer that is compressed while it is sent.
    expect(first.rawPayload.equals(brotliCompressSync(plain))).toBe(true);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(gunzipSync((await ask('br;q=0, gzip')).rawPayload).equals(plain)).toBe(true);
  });

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
