import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { route } from '#server/http/route.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { multipart } from '../harness/multipart.ts';
import { probes } from '../harness/probe-routes.ts';
import type { TestClient } from '../harness/test-client.ts';

let server: TestServer;
let client: TestClient;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({ demo: true, routes: probes });
  client = await server.login('servidor.semob@pmvi.example');
  admin = await server.login('admin@pmvi.example');
});
afterAll(() => server.close());

describe('the method override', () => {
  it.each(['PUT', 'PATCH', 'put'])('the method override takes %s from a POST body of any type', async (method) => {
    expect((await client.send('POST', '/api/probe', { _method: method })).json().method).toBe(method.toUpperCase());
    expect(
      (await client.inject({ method: 'POST', url: '/api/probe', ...multipart([['_method', method]]) })).json().method,
    ).toBe(method.toUpperCase());
  });

  it.each(['GET', 'POST', 'HEAD', 'TRACE', ''])('the method override does not take "%s"', async (method) => {
    expect((await client.send('POST', '/api/probe', { _method: method })).statusCode).toBe(405);
  });

  it('the method override works on POST only', async () => {
    expect((await client.send('PUT', '/api/probe', { _method: 'PATCH' })).json().method).toBe('PUT');
  });

  it('an overridden method needs the permission of the effective method', async () => {
    expect((await client.send('POST', '/api/probe', { _method: 'DELETE' })).statusCode).toBe(403);
    expect((await client.send('DELETE', '/api/probe', {})).statusCode).toBe(403);
    expect((await admin.send('POST', '/api/probe', { _method: 'DELETE' })).json().method).toBe('DELETE');
    expect((await client.send('POST', '/api/probe/3', { _method: 'PATCH' })).statusCode).toBe(403);
    expect((await admin.send('POST', '/api/probe/3', { _method: 'PATCH' })).json()).toEqual({ id: 3 });
  });
});

describe('access', () => {
  it('a client that is not logged in is refused before its body is read', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/api/user' });
    expect(response.statusCode).toBe(401);
  });

  it.each(['/api/probe/0', '/api/probe/x', '/api/probe/-1'])('%s is answered as not found', async (url) => {
    expect((await admin.send('PATCH', url, {})).statusCode).toBe(404);
  });

  it('a write is accepted only from the person who queued it', async () => {
    const mine = { 'x-acting-user': String(client.userId) };
    const theirs = { 'x-acting-user': String(admin.userId) };
    const attempt = (headers: Record<string, string>) =>
      client.inject({ method: 'POST', url: '/api/probe', payload: {}, headers });
    expect((await attempt(mine)).statusCode).toBe(200);
    const refused = await attempt(theirs);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().type).toBe('actor_mismatch');
  });

  it('a route cannot be declared twice for the same method and address', () => {
    const twice = (): void =>
      route(server.app, { method: 'PUT', url: '/api/probe', access: 'public', summary: '', handler: async () => null });
    expect(twice).toThrow('declared twice');
  });
});

describe('command headers', () => {
  const at = async (performedAt: string) => {
    const response = await client.inject({
      method: 'POST',
      url: '/api/probe',
      payload: {},
      headers: { 'x-performed-at': performedAt },
    });
    return response.json().command;
  };

  it('plausible command headers are believed', async () => {
    const performedAt = new Date(Date.now() - 20).toISOString();
    await client.get('/api/user');
    const command = await at(performedAt);
    expect(command).toMatchObject({ performedAt, clockSuspect: false });
  });

  it.each([
    ['the future', new Date(Date.now() + 3_600_000).toISOString()],
    ['before the last login', '2020-01-01T10:00:00.000Z'],
    ['no instant', 'ontem'],
  ])('an action time is replaced by the arrival time and marked: %s', async (_name, performedAt) => {
    const command = await at(performedAt);
    expect(command.clockSuspect).toBe(true);
    expect(Math.abs(Date.parse(command.performedAt) - Date.now())).toBeLessThan(10_000);
  });

  it('command headers are believed after a new login to send what was queued (S12)', async () => {
    const performedAt = new Date(Date.now() - 20).toISOString();
    const { email } = (await client.get('/api/user')).json();
    client = await server.login(email);
    expect(await at(performedAt)).toMatchObject({ performedAt, clockSuspect: false });
  });

  it('a key that is not a UUID is answered 422', async () => {
    const response = await client.inject({
      method: 'POST',
      url: '/api/probe',
      payload: {},
      headers: { 'idempotency-key': 'x' },
    });
    expect(response.statusCode).toBe(422);
  });
});

describe('errors', () => {
  it('an error answer discloses nothing of the server’s internals', async () => {
    const response = await client.get('/api/broken');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ message: 'Erro interno. Tente de novo em instantes.' });
  });

  it('an error answer has the security headers', async () => {
    const response = await client.get('/api/nothing');
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-security-policy']).toContain("default-src 'self'");
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['referrer-policy']).toBe('no-referrer');
  });
});
