// A logout that the server could not be told of: it comes before every other request, in any
// context, and only our server's own answer ends it.

import { describe, expect, test, vi } from 'vitest';
import { createClock } from '../../test/fakes/clock.ts';
import { createLocks } from '../../test/fakes/locks.ts';
import { createClient } from './client.ts';

type Handler = (call: string) => Response;

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const token = () => new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
const html = (status: number) => new Response('<html>', { status, headers: { 'Content-Type': 'text/html' } });

const LOGOUT = ['GET /sanctum/csrf-cookie', 'POST /logout'];

/** A device whose person has left without a network; its tabs share the fact and the locks. */
function leftDevice(handler: Handler) {
  const asked: string[] = [];
  const told: unknown[] = [];
  const locks = createLocks();
  const fact = { owed: true };
  const clock = createClock(0);
  const tab = (name: string) =>
    createClient({
      baseUrl: '',
      setTimer: clock.setTimer,
      locks: locks.of(name),
      owedLogout: {
        isOwed: async () => fact.owed,
        erased: async () => [7, 8],
        settled: async () => {
          fact.owed = false;
        },
      },
      async fetch(input, init = {}) {
        const call = `${init.method ?? 'GET'} ${input instanceof Request ? input.url : String(input as string)}`;
        asked.push(call);
        if (call === 'POST /logout') told.push(init.body);
        return handler(call);
      },
    });
  return { asked, told, fact, tab };
}

const goodServer: Handler = (call) => {
  if (call.includes('/sanctum')) return token();
  if (call === 'POST /logout') return new Response(null, { status: 204 });
  return call.includes('/health') ? json(200, { status: 'ok' }) : json(200, {});
};

/** A server that can be reached, and answers the logout with `answer`. */
const logoutAnswer =
  (answer: () => Response): Handler =>
  (call) =>
    call === 'POST /logout' ? answer() : goodServer(call);

describe('a logout that is owed', () => {
  test.each([
    ['a read', { method: 'GET', path: '/api/sync/changes' } as const, ['GET /api/sync/changes']],
    ['a write', { method: 'POST', path: '/api/documents', body: {} } as const, ['POST /api/documents']],
    ['a login', { method: 'POST', path: '/login', body: {} } as const, ['POST /login']],
  ])('comes before %s, once', async (_name, call, then) => {
    const { asked, fact, tab } = leftDevice(goodServer);
    const client = tab('a');
    expect(await client.request(call)).toMatchObject({ status: 200 });
    expect(asked).toEqual([...LOGOUT, ...then]);
    expect(fact.owed).toBe(false);
    await client.request(call);
    expect(asked.filter((one) => one === 'POST /logout')).toHaveLength(1);
  });

  test('says whose data the device erases', async () => {
    const { told, tab } = leftDevice(goodServer);
    await tab('a').settleLogout();
    expect(told).toEqual([JSON.stringify({ erased: [7, 8] })]);
  });

  test('comes before a probe', async () => {
    const { asked, tab } = leftDevice(goodServer);
    expect(await tab('a').probe()).toBe('ok');
    expect(asked).toEqual([...LOGOUT, 'GET /health']);
  });

  test('is sent once by two tabs that come back at the same moment', async () => {
    const { asked, tab } = leftDevice(goodServer);
    const both = [tab('a').settleLogout(), tab('b').request({ method: 'GET', path: '/api/user' })];
    await Promise.all(both);
    expect(asked).toEqual([...LOGOUT, 'GET /api/user']);
  });

  test.each<[string, () => Response]>([
    ['a server in trouble', () => json(500, { message: 'Erro.' })],
    ['a gateway in trouble', () => html(502)],
    ['a wrong token, twice', () => json(419, { message: 'CSRF token mismatch.' })],
    ['too many requests', () => json(429, { message: 'Devagar.' })],
    ['a captive portal', () => html(200)],
    ['a redirect', () => new Response(null, { status: 302 })],
    ["a proxy's 401", () => html(401)],
    ['a proxy that forbids', () => json(403, { message: 'x' })],
  ])('is still owed after %s, and no other request was sent', async (_name, answer) => {
    const { asked, fact, tab } = leftDevice(logoutAnswer(answer));
    const client = tab('a');
    const sent = await client.request({ method: 'POST', path: '/api/documents', body: {} });
    // The caller's request counts as never sent, so nothing of it is in doubt.
    expect(sent).toEqual({ kind: 'failure', sent: false, reason: 'network' });
    expect(await client.probe()).toBe('offline');
    expect(await client.settleLogout()).toBe(false);
    expect(fact.owed).toBe(true);
    expect(asked).not.toContain('POST /api/documents');
    expect(asked).not.toContain('GET /health');
  });

  test('is settled when the server says that the session was over already', async () => {
    const { fact, tab } = leftDevice(logoutAnswer(() => json(401, { message: 'Unauthenticated.' })));
    expect(await tab('a').settleLogout()).toBe(true);
    expect(fact.owed).toBe(false);
  });

  test.each<[string, () => Response]>([
    ['a success of its own', () => json(200, { message: 'Até logo.' })],
    ['its page', () => html(200)],
    ['a redirect', () => new Response(null, { status: 302 })],
  ])('is settled by another server with %s, when nobody is logged in there any more', async (_name, answer) => {
    let isIn = true;
    const { asked, fact, tab } = leftDevice((call) => {
      if (call !== 'GET /api/user') return logoutAnswer(answer)(call);
      return isIn ? json(200, { id: 1 }) : json(401, { message: 'Unauthenticated.' });
    });
    expect(await tab('a').settleLogout()).toBe(false);
    expect(fact.owed).toBe(true);
    isIn = false;
    expect(await tab('a').settleLogout()).toBe(true);
    expect(fact.owed).toBe(false);
    expect(asked.slice(0, 3)).toEqual([...LOGOUT, 'GET /api/user']);
  });

  test('waits for the network when there is no token either', async () => {
    const { asked, fact, tab } = leftDevice(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await tab('a').settleLogout()).toBe(false);
    expect({ asked, owed: fact.owed }).toEqual({ asked: ['GET /sanctum/csrf-cookie'], owed: true });
  });

  test('is still owed when the server gives no token', async () => {
    const { asked, fact, tab } = leftDevice(() => new Response(null, { status: 204 }));
    expect(await tab('a').settleLogout()).toBe(false);
    expect({ asked, owed: fact.owed }).toEqual({ asked: ['GET /sanctum/csrf-cookie'], owed: true });
  });

  test('never ends the session of a login that came in between', async () => {
    const seen: string[] = [];
    const { fact, tab } = leftDevice((call) => {
      seen.push(call);
      return goodServer(call);
    });
    const login = tab('a').request({ method: 'POST', path: '/login', body: {} });
    const late = tab('b').settleLogout();
    await Promise.all([login, late]);
    await vi.waitFor(() => expect(fact.owed).toBe(false));
    expect(seen.lastIndexOf('POST /logout')).toBeLessThan(seen.indexOf('POST /login'));
  });
});
