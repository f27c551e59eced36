import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { arrive, solvedToken, type TestClient } from '../harness/test-client.ts';

const PERSON = { email: 'servidor.semob@pmvi.example', password: 'malote-demo' };
const MINUTE_MS = 60_000;

let server: TestServer;
let nowMs = Date.now();

beforeAll(async () => {
  server = await startTestServer({ demo: true, clock: () => nowMs });
});
afterAll(() => server.close());
beforeEach(() => {
  // Each test has a minute of its own, so that no throttle counts the requests of another test.
  nowMs += 24 * 60 * MINUTE_MS;
});

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function attempt(client: TestClient, body: object = {}) {
  return client.send('POST', '/login', { ...PERSON, token: await solvedToken(client), ...body });
}

describe('GET /sanctum/csrf-cookie', () => {
  it('the session cookie is for the browser only, the CSRF token for the page and the header', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/sanctum/csrf-cookie' });
    expect(response.statusCode).toBe(204);
    const [session, token] = ['malote_session', 'XSRF-TOKEN'].map((name) =>
      response.cookies.find((one) => one.name === name),
    );
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(token).toMatchObject({ sameSite: 'Lax', path: '/' });
    expect(token?.httpOnly).toBeUndefined();
    expect(response.headers['x-xsrf-token']).toBe(token?.value);
  });

  it('a session keeps its CSRF token, so that other tabs keep working', async () => {
    const client = await arrive(server.app);
    const token = client.headers()['x-xsrf-token'];
    await client.get('/sanctum/csrf-cookie');
    expect(client.headers()['x-xsrf-token']).toBe(token);
  });

  it('the session cookie has the __Host- prefix and Secure on https', async () => {
    const https = await startTestServer({ environment: { PUBLIC_URL: 'https://malote.example' } });
    const response = await https.app.inject({ method: 'GET', url: '/sanctum/csrf-cookie' });
    const session = response.cookies.find((one) => one.name === '__Host-malote_session');
    expect(session).toMatchObject({ secure: true, httpOnly: true, path: '/' });
    expect(response.headers['strict-transport-security']).toBeDefined();
    await https.close();
  });
});

describe('CSRF', () => {
  it.each([
    ['no token', { 'x-xsrf-token': '' }],
    ['a wrong token', { 'x-xsrf-token': 'x'.repeat(43) }],
  ])('a write with %s is answered 419, also at the login', async (_name, headers) => {
    const client = await arrive(server.app);
    for (const url of ['/login', '/logout', '/api/documents']) {
      const response = await client.inject({ method: 'POST', url, payload: {}, headers });
      expect({ url, status: response.statusCode }).toEqual({ url, status: 419 });
      expect(response.json()).toEqual({ message: 'CSRF token mismatch.' });
    }
  });

  it('the CSRF token of another session is refused', async () => {
    const [mine, theirs] = await Promise.all([arrive(server.app), arrive(server.app)]);
    const headers = { 'x-xsrf-token': theirs.headers()['x-xsrf-token'] ?? '' };
    expect((await mine.inject({ method: 'POST', url: '/logout', headers })).statusCode).toBe(419);
  });

  it('a request from another site is refused even with a CSRF token', async () => {
    const client = await arrive(server.app);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      expect((await client.inject({ method: 'POST', url: '/logout', headers })).statusCode).toBe(403);
    }
    const own = await client.inject({ method: 'POST', url: '/logout', headers: { origin: 'http://localhost:80' } });
    expect(own.statusCode).toBe(204);
  });

  it('the CSRF token is checked before the method override', async () => {
    const client = await server.login(PERSON.email);
    const response = await client.inject({
      method: 'POST',
      url: '/api/documents/1',
      payload: { _method: 'PATCH' },
      headers: { 'x-xsrf-token': '' },
    });
    expect(response.statusCode).toBe(419);
  });
});

describe('POST /login', () => {
  it('a login answers the person as GET /api/user does, under a new session', async () => {
    const client = await arrive(server.app);
    const before = client.headers()['cookie'];
    const response = await attempt(client);
    expect(response.statusCode).toBe(200);
    expect(client.headers()['cookie']).not.toBe(before);
    const { user } = response.json();
    expect(user).toMatchObject({
      email: PERSON.email,
      organization: { acronym: 'SEMOB' },
      tenant: { acronym: 'PMVI' },
    });
    expect(user.roles[0].permissions.map((one: { name: string }) => one.name)).toContain('create_documents');
    expect((await client.get('/api/user')).json()).toEqual(user);
    const old = await server.app.inject({ method: 'GET', url: '/api/user', headers: { cookie: before ?? '' } });
    expect(old.statusCode).toBe(401);
  });

  it('a login ends the session it was sent from, also that of a person', async () => {
    const client = await server.login(PERSON.email);
    const cookie = client.headers()['cookie'] ?? '';
    expect((await attempt(client)).statusCode).toBe(200);
    expect((await server.app.inject({ url: '/api/user', headers: { cookie } })).statusCode).toBe(401);
    expect((await client.get('/api/user')).statusCode).toBe(200);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'email', 'E-mail ou senha inválidos.'],
    ['an unknown e-mail', { email: 'ninguem@pmvi.example' }, 'email', 'E-mail ou senha inválidos.'],
    ['an inactive person', { email: 'inativo@pmvi.example' }, 'email', 'Conta desativada. Procure o administrador.'],
    [
      'an inactive person with a wrong password',
      { email: 'inativo@pmvi.example', password: 'x' },
      'email',
      'E-mail ou senha inválidos.',
    ],
    ['no proof of work', { token: 'eyJ9' }, 'token', 'A verificação expirou. Confirme de novo que você é humano.'],
  ])('a login is answered 422: %s', async (_name, body, field, message) => {
    const response = await attempt(await arrive(server.app), body);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({ [field]: [message] });
  });

  it('a login ignores the case of the e-mail address', async () => {
    expect((await attempt(await arrive(server.app), { email: ' SERVIDOR.SEMOB@pmvi.example ' })).statusCode).toBe(200);
  });

  it('a solved challenge is accepted once and for five minutes', async () => {
    const client = await arrive(server.app);
    const token = await solvedToken(client);
    expect((await attempt(client, { token })).statusCode).toBe(200);
    expect((await attempt(await arrive(server.app), { token })).json().errors).toHaveProperty('token');
    const late = await solvedToken(client);
    nowMs += 5 * MINUTE_MS + 2000;
    expect((await attempt(client, { token: late })).json().errors).toHaveProperty('token');
  });

  it('a login refuses a challenge that was changed', async () => {
    const client = await arrive(server.app);
    const payload = JSON.parse(Buffer.from(await solvedToken(client), 'base64').toString());
    payload.challenge.parameters.data.good_until += 100;
    const token = Buffer.from(JSON.stringify(payload)).toString('base64');
    expect((await attempt(client, { token })).json().errors).toHaveProperty('token');
  });

  it('a login is throttled after five failures a minute from one address for one e-mail, and only for that pair', async () => {
    const client = await arrive(server.app);
    for (let failures = 0; failures < 5; failures += 1) {
      expect((await attempt(client, { password: 'wrong' })).statusCode).toBe(422);
    }
    const locked = await attempt(client);
    expect(locked.statusCode).toBe(429);
    const seconds = Number(locked.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(locked.json().message).toBe(`Muitas tentativas. Aguarde ${seconds} s.`);
    expect((await attempt(client, { email: 'protocolo@pmvi.example' })).statusCode).toBe(200);
    nowMs += MINUTE_MS + 1000;
    expect((await attempt(client)).statusCode).toBe(200);
  });
});

describe('many logins at the same moment', () => {
  it('of many logins at once only five are tried: the rest are 429, the right password among them', async () => {
    const clients = await Promise.all(Array.from({ length: 16 }, () => arrive(server.app)));
    const tokens = await Promise.all(clients.map((client) => solvedToken(client)));
    const answers = await Promise.all(
      clients.map((client, n) =>
        client.send('POST', '/login', { ...PERSON, ...(n === 15 ? {} : { password: `wrong ${n}` }), token: tokens[n] }),
      ),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(11);
    expect(answers.every((answer) => answer.statusCode !== 429 || Number(answer.headers['retry-after']) > 0)).toBe(
      true,
    );
  });
});

describe('a session', () => {
  it('a session ends after 120 minutes without use; sync and probes do not count as use', async () => {
    const client = await server.login(PERSON.email);
    nowMs += 100 * MINUTE_MS;
    expect((await client.get('/api/user')).statusCode).toBe(200);
    nowMs += 100 * MINUTE_MS;
    expect((await client.get('/api/sync/changes')).statusCode).toBe(200);
    nowMs += 30 * MINUTE_MS;
    const over = await client.get('/api/user');
    expect(over.statusCode).toBe(401);
    expect(over.json()).toEqual({ message: 'Unauthenticated.' });
  });

  it('a session with "Ficar logado" lasts 30 days', async () => {
    const client = await arrive(server.app);
    const response = await attempt(client, { remember: true });
    expect(response.cookies.find((one) => one.name === 'malote_session')?.maxAge).toBe(30 * 86_400);
    nowMs += 29 * 24 * 60 * MINUTE_MS;
    expect((await client.get('/api/user')).statusCode).toBe(200);
    nowMs += 31 * 24 * 60 * MINUTE_MS;
    expect((await client.get('/api/user')).statusCode).toBe(401);
  });

  it('a session uses the current role and status: a deactivation acts on the next request', async () => {
    const client = await server.login('servidor.semed@pmvi.example');
    await asOwner(`update user_roles set role_id = (select id from roles where name = 'Consulta' and tenant_id = 1)
      where user_id = ${client.userId}`);
    const roles = (await client.get('/api/user')).json().roles;
    expect(roles.map((role: { name: string }) => role.name)).toEqual(['Consulta']);
    await asOwner(`update users set status = 'inactive' where id = ${client.userId}`);
    expect((await client.get('/api/user')).statusCode).toBe(401);
  });

  it('a logout ends the session on the server', async () => {
    const client = await server.login(PERSON.email);
    const cookie = client.headers()['cookie'] ?? '';
    expect((await client.send('POST', '/logout')).statusCode).toBe(204);
    expect((await server.app.inject({ method: 'GET', url: '/api/user', headers: { cookie } })).statusCode).toBe(401);
  });

  it('a session is stored as a hash only', async () => {
    const client = await server.login(PERSON.email);
    const token = /malote_session=([^;]+)/.exec(client.headers()['cookie'] ?? '')?.[1] ?? '';
    const owner = new pg.Client(server.connection);
    await owner.connect();
    const { rows } = await owner.query('select encode(token_hash, $1) as hash, csrf_token from sessions', ['hex']);
    await owner.end();
    for (const told of [token, Buffer.from(token).toString('hex')]) expect(JSON.stringify(rows)).not.toContain(told);
    expect(JSON.stringify(rows)).not.toContain(client.headers()['x-xsrf-token']);
  });
});
