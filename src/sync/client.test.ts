import { describe, expect, test, vi } from 'vitest';
import { createClock } from '../../test/fakes/clock.ts';
import { createLocks } from '../../test/fakes/locks.ts';
import { createClient } from './client.ts';

type Handler = (url: string, init: RequestInit) => Response | Promise<Response>;

function clientOn(handler: Handler, cookie: string | null = null, baseUrl = '') {
  const clock = createClock(0);
  const asked: string[] = [];
  const sent: RequestInit[] = [];
  const client = createClient({
    baseUrl,
    setTimer: clock.setTimer,
    tokenInCookie: async () => cookie,
    locks: createLocks().of('tab'),
    owedLogout: { isOwed: async () => false, erased: async () => [], settled: async () => undefined },
    async fetch(input, init = {}) {
      const url = input instanceof Request ? input.url : String(input as string | URL);
      asked.push(`${init.method ?? 'GET'} ${url}`);
      sent.push(init);
      return handler(url, init);
    },
  });
  return { client, clock, asked, sent };
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json; charset=utf-8' } });
const token = (value: string) => new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': value } });
const write = {
  method: 'POST',
  path: '/api/documents',
  headers: { 'Idempotency-Key': 'k' },
  body: new FormData(),
} as const;

describe('the client', () => {
  test('asks the server at its base address', async () => {
    const { client, asked } = clientOn(() => json(200, {}), null, 'https://malote.example');
    await client.request({ method: 'GET', path: '/api/user' });
    expect(asked).toEqual(['GET https://malote.example/api/user']);
  });

  test('never follows a redirect, never caches, asks for JSON', async () => {
    const { client, sent } = clientOn(() => new Response(null, { status: 302, headers: { Location: '/login' } }));
    expect(await client.request({ method: 'GET', path: '/api/user' })).toMatchObject({
      redirected: true,
      json: undefined,
    });
    expect(sent[0]).toMatchObject({ redirect: 'manual', cache: 'no-store', credentials: 'same-origin' });
    expect(new Headers(sent[0]?.headers).get('Accept')).toBe('application/json');
  });

  test('sends a request once whatever the answer, because the outbox decides when to try again', async () => {
    const { client, asked } = clientOn(() => json(409, { message: 'x' }));
    await client.request({ method: 'GET', path: '/api/user' });
    expect(asked).toEqual(['GET /api/user']);
  });

  test('takes no HTML for JSON, whatever its status', async () => {
    const { client } = clientOn(() => new Response('{"a":1}', { headers: { 'Content-Type': 'text/html' } }));
    expect(await client.request({ method: 'GET', path: '/api/user' })).toMatchObject({ status: 200, json: undefined });
  });

  test('fetches a token for the first write and keeps it', async () => {
    const { client, asked, sent } = clientOn((url) => (url.startsWith('/sanctum') ? token('t1') : json(200, {})));
    await client.request(write);
    await client.request(write);
    expect(asked).toEqual(['GET /sanctum/csrf-cookie', 'POST /api/documents', 'POST /api/documents']);
    expect(new Headers(sent[2]?.headers).get('X-XSRF-TOKEN')).toBe('t1');
  });

  test('takes the token of a server that has it in a cookie alone', async () => {
    const bare = new Response(null, { status: 204 });
    const { client, sent } = clientOn((url) => (url.startsWith('/sanctum') ? bare : json(200, {})), 'from a cookie');
    await client.request(write);
    expect(new Headers(sent[1]?.headers).get('X-XSRF-TOKEN')).toBe('from a cookie');
  });

  test.each([
    ['204', () => new Response(null, { status: 204 })],
    ['200 with JSON', () => json(200, {})],
  ])('takes a %s without a token for no answer to the write, which was not sent', async (_status, bare) => {
    const { client, asked } = clientOn(bare);
    expect(await client.request(write)).toEqual({ kind: 'failure', sent: false, reason: 'network' });
    expect(asked).toEqual(['GET /sanctum/csrf-cookie']);
  });

  test('renews the token after a 419 and sends the same request once more', async () => {
    let tokens = 0;
    const { client, sent } = clientOn((url, init) => {
      if (url.startsWith('/sanctum')) return token(`t${(tokens += 1)}`);
      return new Headers(init.headers).get('X-XSRF-TOKEN') === 't2'
        ? json(201, { ok: true })
        : json(419, { message: 'x' });
    });
    expect(await client.request(write)).toMatchObject({ status: 201 });
    const keys = sent.map((init) => new Headers(init.headers).get('Idempotency-Key'));
    expect(keys).toEqual([null, 'k', null, 'k']);
  });

  test('answers a second 419 as it is', async () => {
    const { client, asked } = clientOn((url) =>
      url.startsWith('/sanctum') ? token('t') : json(419, { message: 'x' }),
    );
    expect(await client.request(write)).toMatchObject({ status: 419 });
    expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(2);
  });

  test('sends no write without a token, and says that it never left', async () => {
    const { client, asked } = clientOn(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await client.request(write)).toEqual({ kind: 'failure', sent: false, reason: 'network' });
    expect(asked).toEqual(['GET /sanctum/csrf-cookie']);
  });

  test('says of a write that was cut off that it may have arrived', async () => {
    const { client } = clientOn((url) => {
      if (url.startsWith('/sanctum')) return token('t');
      throw new TypeError('Failed to fetch');
    });
    expect(await client.request(write)).toEqual({ kind: 'failure', sent: true, reason: 'network' });
  });

  const hanging: Handler = (_url, init) =>
    new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));

  test('gives a request up after its time', async () => {
    const { client, clock } = clientOn(hanging);
    const answer = client.request({ method: 'GET', path: '/api/user', timeoutMs: 5_000 });
    await vi.waitFor(() => expect(clock.waiting()).toBe(1));
    clock.advance(5_000);
    expect(await answer).toMatchObject({ kind: 'failure', reason: 'timeout' });
    expect(clock.waiting()).toBe(0);
  });

  test('ends a request when its caller aborts it', async () => {
    const { client, clock } = clientOn(hanging);
    const stop = new AbortController();
    const answer = client.request({ method: 'GET', path: '/api/user', signal: stop.signal });
    await vi.waitFor(() => expect(clock.waiting()).toBe(1));
    stop.abort();
    expect(await answer).toMatchObject({ kind: 'failure', reason: 'aborted' });
    expect(clock.waiting()).toBe(0);
  });
});

describe('the probe', () => {
  test.each<[string, Handler, string]>([
    ['our own JSON', () => json(200, { status: 'ok' }), 'ok'],
    ['a server in trouble', () => json(503, { status: 'database' }), 'unstable'],
    ['a gateway in trouble', () => new Response('Bad gateway', { status: 502 }), 'unstable'],
    ["a portal's page", () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 'portal'],
    ['a redirect', () => new Response(null, { status: 302 }), 'portal'],
    ['JSON of another server', () => json(200, { hello: 1 }), 'portal'],
    ['nothing', () => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
  ])('tells of %s', async (_name, handler, reached) => {
    expect(await clientOn(handler).client.probe()).toBe(reached);
  });

  test('waits 4 s for an answer', async () => {
    const { client, clock } = clientOn(
      (_url, init) => new Promise((_ok, no) => init.signal?.addEventListener('abort', () => no(new Error('aborted')))),
    );
    const reached = client.probe();
    await vi.waitFor(() => expect(clock.waiting()).toBe(1));
    clock.advance(4_000);
    expect(await reached).toBe('offline');
  });
});
