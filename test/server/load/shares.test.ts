// Shares (S158): a person has a quarter of the places inside the server, a tenant half, strangers
// together a quarter. Those over their share are refused, and never those who come next.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { sharerOfTenant } from '#server/db/database.ts';
import { INSIDE_MAX } from '#server/http/plugins/overload.ts';
import { route } from '#server/http/route.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { headOf, open, reading } from '../harness/raw-http.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const PATIENT = { timeout: 20_000 };
const QUARTER = INSIDE_MAX / 4;
const HELD = '/api/held';

let server: TestServer;
let world: World;
let entered = 0;
let held: Promise<void>;
let letGo: () => void = () => undefined;

beforeAll(async () => {
  const handler = async (): Promise<object> => {
    entered += 1;
    await held;
    return {};
  };
  server = await startTestServer({
    routes: (app) => {
      const summary = 'Answers once it is let go.';
      route(app, { method: 'GET', url: HELD, access: 'authenticated', summary, handler });
      route(app, { method: 'GET', url: '/api/held-open', access: 'public', summary, handler });
      route(app, { method: 'POST', url: '/api/held-open', access: 'public', summary, handler });
    },
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  world = await createWorld(server);
});
afterAll(async () => {
  await world.close();
  await server.close();
});
beforeEach(() => {
  entered = 0;
  held = new Promise((resolve) => (letGo = resolve));
});
afterEach(async () => {
  letGo();
  await vi.waitUntil(() => server.app.places.size() === 0, PATIENT);
});

const statusOf = async (client: TestClient, url: string): Promise<number> => (await client.get(url)).statusCode;
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/**
 * Sends `asked` held requests. Resolves when as many are inside as may be; their answers come when
 * they are released.
 */
async function crowd(client: TestClient, expected: { asked: number; inside: number; url?: string }) {
  const before = entered;
  // The session is known from the first request on.
  await client.get(PATHS.user);
  const answers = times(expected.asked, () => statusOf(client, expected.url ?? HELD));
  await expect.poll(() => entered - before, PATIENT).toBe(expected.inside);
  return async () => (await Promise.all(answers)).filter((status) => status === 503).length;
}

it('a person has a quarter of the places, in however many sessions, and a colleague is let in', async () => {
  const { ana, bia } = world.pmvi.people;
  const colleague = await world.as(bia);
  const first = await crowd(await world.as(ana), { asked: QUARTER, inside: QUARTER });
  const second = await crowd(await world.as(ana), { asked: QUARTER, inside: 0 });
  expect(await statusOf(colleague, PATHS.documents)).toBe(200);
  const refused = await (await world.as(ana)).get(PATHS.documents);
  expect(refused.statusCode).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  letGo();
  expect([await first(), await second()]).toEqual([0, QUARTER]);
  expect(await statusOf(await world.as(ana), PATHS.documents)).toBe(200);
});

it('a tenant has half of the places, and another tenant is let in', async () => {
  const { ana, bia, caio } = world.pmvi.people;
  await crowd(await world.as(ana), { asked: QUARTER, inside: QUARTER });
  await crowd(await world.as(bia), { asked: QUARTER, inside: QUARTER });
  expect(await statusOf(await world.as(caio), PATHS.documents)).toBe(503);
  expect(await statusOf(await world.as(world.cmvi.people.ana), PATHS.documents)).toBe(200);
});

it('strangers have a quarter of the places together, and a person is let in', async () => {
  const person = await world.as(world.pmvi.people.ana);
  const stranger = await arrive(server.app);
  const answers = await crowd(stranger, { asked: INSIDE_MAX, inside: QUARTER, url: '/api/held-open' });
  expect(await statusOf(await arrive(server.app), '/api/human-verification')).toBe(503);
  // One whose session this server has not seen yet, and one whom it knows.
  expect(await statusOf(await world.as(world.pmvi.people.bia), PATHS.documents)).toBe(200);
  expect(await statusOf(person, PATHS.documents)).toBe(200);
  letGo();
  expect(await answers()).toBe(INSIDE_MAX - QUARTER);
});

it('a session that is over is a stranger’s', async () => {
  const { query } = world;
  const ended = await world.as(world.pmvi.people.ana);
  await query('delete from sessions');
  await crowd(ended, { asked: INSIDE_MAX, inside: QUARTER, url: '/api/held-open' });
  expect(await statusOf(await world.as(world.pmvi.people.ana), PATHS.documents)).toBe(200);
});

it('a tenant whose people ask the system much leaves connections on which the sessions of others are looked up', async () => {
  const own = await world.as(world.pmvi.people.ana);
  await own.get(PATHS.user);
  const busy = times(INSIDE_MAX, () => server.database.asSystem(() => held, sharerOfTenant(world.pmvi.id)));
  let isAnswered = false;
  const waiting = statusOf(own, PATHS.user).finally(() => (isAnswered = true));
  expect(await statusOf(await world.as(world.cmvi.people.ana), PATHS.documents)).toBe(200);
  expect(isAnswered).toBe(false);
  letGo();
  await Promise.all(busy);
  expect(await waiting).toBe(200);
});

describe('bodies', () => {
  it('that end at the same moment are within the share too: a body is no way past it', async () => {
    const stranger = await arrive(server.app);
    const lines = { ...stranger.headers(), 'content-type': 'application/json', 'content-length': '2' };
    const sockets: Socket[] = [];
    const answers: ReturnType<typeof reading>[] = [];
    for (let sent = 0; sent < INSIDE_MAX; sent += 1) {
      const socket = await open(server.app);
      sockets.push(socket);
      answers.push(reading(socket));
      socket.write(headOf({ method: 'POST', path: '/api/held-open', headers: lines }) + '{');
      await expect.poll(server.app.places.size, PATIENT).toBe(0);
    }
    for (const socket of sockets) socket.write('}');
    await expect.poll(() => entered, PATIENT).toBe(QUARTER);
    await expect
      .poll(() => answers.filter(({ text }) => text().startsWith('HTTP/1.1 503 ')).length, PATIENT)
      .toBe(INSIDE_MAX - QUARTER);
    expect(entered).toBe(QUARTER);
    for (const socket of sockets) socket.destroy();
  });

  it('of one person that are still arriving are bounded, and those of a colleague arrive', async () => {
    const { ana, bia } = world.pmvi.people;
    const begin = async (client: TestClient): Promise<{ socket: Socket; text: () => string }> => {
      const socket = await open(server.app);
      const { text } = reading(socket);
      const lines = { ...client.headers(), 'content-type': 'application/json', 'content-length': '100' };
      socket.write(headOf({ method: 'POST', path: PATHS.documents, headers: lines }) + '{');
      return { socket, text };
    };
    const client = await world.as(ana);
    await client.get(PATHS.user);
    const all: Awaited<ReturnType<typeof begin>>[] = [];
    // Some come when the others have left no place, so there are as many more until the person has
    // no body left.
    const bring = async (): Promise<number> => {
      all.push(...(await Promise.all(times(QUARTER, () => begin(client)))));
      // Each has a place until its session is known, which is no refusal for its body.
      await expect.poll(server.app.places.size, PATIENT).toBe(0);
      return statusOf(client, PATHS.user);
    };
    await expect.poll(bring, PATIENT).toBe(503);
    await expect.poll(server.app.places.size, PATIENT).toBe(0);
    expect(await statusOf(client, PATHS.user)).toBe(503);
    const colleague = await world.as(bia);
    const other = await begin(colleague);
    expect(await statusOf(colleague, PATHS.user)).toBe(200);
    expect(other.text()).toBe('');
    for (const { socket } of [...all, other]) {
      socket.destroy();
      if (!socket.closed) await once(socket, 'close');
    }
    await expect.poll(() => statusOf(client, PATHS.user), PATIENT).toBe(200);
  });
});
