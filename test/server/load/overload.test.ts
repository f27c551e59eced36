// Overload (default 11): a request that comes when too many wait is told to come back, at once and
// without a query; a request that has a place is served. test/bench/server/overload.ts measures
// what that gains.

import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { INSIDE_MAX, PLACE_MAX_MS } from '#server/http/plugins/overload.ts';
import { route } from '#server/http/route.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { headOf, open, reading } from '../harness/raw-http.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';
import { createWorld, type Town, type World } from '../harness/world.ts';

const PATIENT = { timeout: 20_000 };
/** For a test that waits more than once. */
const LONGER = { timeout: 60_000 };

const logged: string[] = [];
let entered = 0;
let letGo: () => void = () => undefined;
const held = new Promise<void>((resolve) => (letGo = resolve));

let server: TestServer;
let world: World;
let ana: TestClient;
let caio: TestClient;
let pmvi: Town;
let cmvi: Town;

beforeAll(async () => {
  server = await startTestServer({
    logTo: logged,
    routes: (app) =>
      route(app, {
        method: 'GET',
        url: '/api/held',
        access: 'authenticated',
        summary: 'Answers once it is let go.',
        handler: async () => {
          entered += 1;
          await held;
          return {};
        },
      }),
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  world = await createWorld(server);
  ({ pmvi, cmvi } = world);
  ana = await world.as(pmvi.people.ana);
  caio = await world.as(pmvi.people.caio);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

it('an overloaded server refuses early, finishes what it started, and recovers at once', async () => {
  // One person's share is at most a quarter of all, and one tenant's at most half.
  const crowd = await Promise.all([pmvi, cmvi].flatMap(({ people }) => [people.ana, people.bia].map(world.as)));
  await Promise.all(crowd.map((one) => one.get(PATHS.user)));
  const inside = crowd.flatMap((one) => Array.from({ length: INSIDE_MAX / 4 }, () => one.get('/api/held')));
  await expect.poll(() => entered, PATIENT).toBe(INSIDE_MAX);

  server.statements.length = 0;
  const late = await Promise.all([
    caio.get('/api/documents'),
    caio.send('PATCH', '/api/documents/1', { content: '<p>Recebido.</p>' }),
    server.app.inject({ url: '/sanctum/csrf-cookie' }),
  ]);
  for (const answer of late) {
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json()).toEqual({ message: 'O serviço está ocupado. Tente de novo em instantes.' });
  }
  expect(server.statements).toEqual([]);
  expect((await server.app.inject({ url: '/health' })).statusCode).toBe(200);

  letGo();
  expect((await Promise.all(inside)).map((answer) => answer.statusCode)).toEqual(inside.map(() => 200));
  expect((await ana.get('/api/documents')).statusCode).toBe(200);
});

it('a slow upload is accepted, and no other request waits for it', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  let begun = 0;
  server.app.server.on('request', () => (begun += 1));
  const people = await Promise.all(Object.values(pmvi.people).map(world.as));
  for (const one of people) await one.get(PATHS.user);
  const uploads = Array.from({ length: INSIDE_MAX * 2 }, (_, turn): Socket => {
    const { headers } = people[turn % people.length] ?? ana;
    const lines = Object.entries({ ...headers(), 'content-length': '100000', host: 'malote.example' });
    const type = turn % 2 === 0 ? 'application/json' : 'multipart/form-data; boundary=b';
    const head = [`POST ${PATHS.documents} HTTP/1.1`, `content-type: ${type}`, ...lines.map((line) => line.join(': '))];
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`${head.join('\r\n')}\r\n\r\n--b`);
    return socket;
  });
  await expect.poll(() => begun, PATIENT).toBe(uploads.length);
  // Each has a place for a moment, until the server knows the session.
  await expect.poll(async () => (await ana.get('/api/documents')).statusCode, PATIENT).toBe(200);
  expect((await ana.get('/api/documents')).statusCode).toBe(200);
  for (const socket of uploads) socket.destroy();
});

describe('places that are never given back', () => {
  const holders = Array.from({ length: INSIDE_MAX }, () => {
    const log = { error: (facts: object, text: string) => server.app.log.error(facts, text) };
    return { log, method: 'GET', routeOptions: { url: '/api/lost' } } as unknown as FastifyRequest;
  });
  const probe = async () => (await server.app.inject(PATHS.health)).json<{ status: string; part?: string }>();
  const now = performance.now.bind(performance);
  const later = (ms: number): void => void vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
  const takeAll = (): void => {
    for (const holder of holders) server.app.places.take(holder);
  };
  afterEach(() => vi.restoreAllMocks());

  it('the probe reports lost places until the first one is given back', async () => {
    takeAll();
    expect(await probe()).toMatchObject({ status: 'ok' });
    later(11_000);
    expect(await probe()).toEqual({ status: 'unavailable', part: 'places' });
    expect((await ana.get('/api/documents')).statusCode).toBe(503);
    for (const holder of holders) server.app.places.giveBack(holder);
    expect(await probe()).toMatchObject({ status: 'ok' });
    expect((await ana.get('/api/documents')).statusCode).toBe(200);
  });

  it('the server takes lost places back and logs it', PATIENT, async () => {
    takeAll();
    expect((await ana.get('/api/documents')).statusCode).toBe(503);
    logged.length = 0;
    later(PLACE_MAX_MS + 1000);
    await expect.poll(async () => (await ana.get('/api/documents')).statusCode, PATIENT).toBe(200);
    expect(server.app.places.size()).toBe(0);
    const told = logged.filter((line) => line.includes('"path":"/api/lost"'));
    expect(told).toHaveLength(INSIDE_MAX);
    expect(JSON.parse(told[0] ?? '')).toMatchObject({ level: 50, msg: 'a request kept its place for too long' });
  });
});

describe('a place', () => {
  /** More requests than places, so that one lost place shows. */
  const MANY = INSIDE_MAX * 2;

  const shots: Record<string, (headers: Record<string, string>) => Promise<void>> = {
    'an anonymous login longer than it says': async (headers) => {
      const socket = await open(server.app);
      const { ended } = reading(socket);
      const body = '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.example\r\n--b--\r\n';
      const type = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '40' };
      socket.write(headOf({ method: 'POST', path: PATHS.login, headers: { ...headers, ...type } }) + body);
      await ended;
      socket.destroy();
    },
    'a client that leaves once all is sent': async (headers) => {
      const socket = await open(server.app);
      const body = '{"email":"a@b.example"}';
      const type = { 'content-type': 'application/json', 'content-length': String(body.length) };
      socket.write(headOf({ method: 'POST', path: PATHS.login, headers: { ...headers, ...type } }) + body, () =>
        socket.destroy(),
      );
      await once(socket, 'close');
    },
    'a client that leaves in the middle of a body': async (headers) => {
      const socket = await open(server.app);
      const type = { 'content-type': 'application/json', 'content-length': '100' };
      socket.write(headOf({ method: 'POST', path: PATHS.login, headers: { ...headers, ...type } }) + '{', () =>
        socket.destroy(),
      );
      await once(socket, 'close');
    },
    'a client that leaves while its question is answered': async () => {
      const socket = await open(server.app);
      socket.write(headOf({ path: PATHS.documents, headers: ana.headers() }), () => socket.destroy());
      await once(socket, 'close');
    },
  };

  it.each(Object.entries(shots))('a place is given back by %s', LONGER, async (_name, shot) => {
    const { headers } = await arrive(server.app);
    for (let sent = 0; sent < MANY; sent += 8) await Promise.all(Array.from({ length: 8 }, () => shot(headers())));
    await expect.poll(async () => (await ana.get('/api/documents')).statusCode, PATIENT).toBe(200);
    await expect.poll(server.app.places.size, PATIENT).toBe(0);
  });

  it('a place is given back by a client that leaves while its session is looked up', LONGER, async () => {
    const { headers } = await arrive(server.app);
    let begun = 0;
    const count = ({ url }: { url?: string }): void => {
      if (url?.endsWith('?held') === true) begun += 1;
    };
    server.app.server.on('request', count);
    await world.query('begin');
    await world.query('lock table sessions');
    const body = '{"email":"a@b.example"}';
    const type = { 'content-type': 'application/json', 'content-length': String(body.length) };
    const head = headOf({ method: 'POST', path: `${PATHS.login}?held`, headers: { ...headers(), ...type } });
    for (let sent = 0; sent < INSIDE_MAX / 4; sent += 1) {
      const socket = await open(server.app);
      socket.write(head + body);
      await expect.poll(() => begun, PATIENT).toBe(sent + 1);
      socket.destroy();
    }
    await expect.poll(connections, PATIENT).toBe(0);
    await world.query('commit');
    await expect.poll(async () => (await ana.get('/api/documents')).statusCode, PATIENT).toBe(200);
    await expect.poll(server.app.places.size, PATIENT).toBe(0);
    server.app.server.off('request', count);
  });
});

const connections = (): Promise<number> =>
  new Promise((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
