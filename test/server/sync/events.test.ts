// GET /api/events over a real socket: it says only "more", per tenant, and it ends with its session
// and with the server.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { request, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let closed = false;

beforeEach(async () => {
  closed = false;
  server = await startTestServer({ environment: { EVENT_STREAMS_MAX: '12' } });
  world = await createWorld(server);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  if (!closed) await world.close();
  if (!closed) await server.close();
});

type Stream = { readonly answer: IncomingMessage; text: string; ended: boolean };

function listen(client: TestClient): Promise<Stream> {
  const { port } = server.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/api/events', headers: client.headers() }, (answer) => {
      const stream: Stream = { answer, text: '', ended: false };
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (stream.text += chunk));
      answer.on('close', () => (stream.ended = true));
      resolve(stream);
    });
    asked.on('error', reject);
    asked.end();
  });
}

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 10 });

it('the event stream says "more" within a second of a change, without content, to the same tenant only', async () => {
  const { pmvi, cmvi } = world;
  const near = await listen(await world.as(pmvi.people.bia));
  const far = await listen(await world.as(cmvi.people.bia));
  expect(near.answer.headers['content-type']).toContain('text/event-stream');
  const document = await createdDocument(await world.as(pmvi.people.ana), {
    town: pmvi,
    to: pmvi.people.bia,
    sector: 'SEMED',
  });
  await until(() => expect(near.text).toContain(`event: more\ndata: {"rev":${document.rev}}\n\n`));
  expect(far.text).not.toContain('more');
  near.answer.destroy();
  far.answer.destroy();
});

it('the event stream needs a session, and does not count as using it', async () => {
  expect((await server.app.inject({ method: 'GET', url: '/api/events' })).statusCode).toBe(401);
  const client = await world.as(world.pmvi.people.ana);
  const [before] = await world.query<{ last_used_at: Date }>('select last_used_at from sessions');
  const stream = await listen(client);
  const [after] = await world.query<{ last_used_at: Date }>('select last_used_at from sessions');
  expect(after).toEqual(before);
  stream.answer.destroy();
});

it('the event stream ends at the heartbeat after the time of its session is over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const client = await world.as(world.pmvi.people.ana);
    const stream = await listen(client);
    vi.advanceTimersByTime(25_000);
    await until(() => expect(stream.text).toContain(': still here'));
    await world.query(`update sessions set expires_at = now() - interval '1 minute'`);
    vi.advanceTimersByTime(25_000);
    await until(() => expect(stream.ended).toBe(true));
  } finally {
    vi.useRealTimers();
  }
});

it.each<[string, (ana: TestClient, admin: TestClient) => Promise<{ statusCode: number }>]>([
  ['is deactivated', ({ userId }, admin) => admin.send('PATCH', '/api/users', { user_ids: [userId], status: 0 })],
  ['is deleted', ({ userId }, admin) => admin.send('DELETE', '/api/users', { user_ids: [userId] })],
  [
    'gets another password',
    ({ userId }, admin) => admin.send('PUT', '/api/users', { user_ids: [userId], password: 'outra-senha-boa' }),
  ],
  ['leaves', (ana) => ana.send('POST', '/logout', {})],
])('the event stream ends at once when its person %s, and no other one does', async (_name, ending) => {
  // No heartbeat comes.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { ana, admin, bia } = world.pmvi.people;
    const client = await world.as(ana);
    const [stream, other] = [await listen(client), await listen(await world.as(bia))];
    expect((await ending(client, await world.as(admin))).statusCode).toBeLessThan(300);
    await until(() => expect(stream.ended).toBe(true));
    expect(other.ended).toBe(false);
    other.answer.destroy();
  } finally {
    vi.useRealTimers();
  }
});

it('a link on another site opens no event stream', async () => {
  const client = await world.as(world.pmvi.people.ana);
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await client.inject({ method: 'GET', url: '/api/events', headers })).statusCode).toBe(403);
});

it('the event stream closes when the server closes', async () => {
  const stream = await listen(await world.as(world.pmvi.people.ana));
  closed = true;
  await world.close();
  await server.close();
  await until(() => expect(stream.ended).toBe(true));
});

it('one person holds at most ten event streams and the oldest ends; above the limit of the process, 503 asks to come back', async () => {
  const ana = await world.as(world.pmvi.people.ana);
  const bia = await world.as(world.pmvi.people.bia);
  const mine: Stream[] = [];
  for (let count = 0; count < 11; count++) mine.push(await listen(ana));
  await until(() => expect(mine[0]?.ended).toBe(true));
  expect(mine.filter((stream) => stream.ended)).toHaveLength(1);
  const theirs = [await listen(bia), await listen(bia)];
  const refused = await listen(bia);
  expect(refused.answer.statusCode).toBe(503);
  expect(Number(refused.answer.headers['retry-after'])).toBeGreaterThan(0);
  // Even then a person's own oldest stream ends for a new one, and a place that becomes free is
  // given to another stream.
  expect((await listen(ana)).answer.statusCode).toBe(200);
  theirs[0]?.answer.destroy();
  await until(async () => expect((await listen(bia)).answer.statusCode).toBe(200));
});

it('the event stream ends when its client stops reading, and keeps no backlog', async () => {
  const ana = await world.as(world.pmvi.people.ana);
  const stream = await listen(ana);
  const gone = once(stream.answer, 'error');
  stream.answer.pause();
  // These are more than the buffers of both kernels hold.
  await world.query(`select pg_notify('malote_changes', $1 || ':' || n) from generate_series(1, 300000) n`, [
    String(world.pmvi.id),
  ]);
  await until(() => expect(server.services.events.size()).toBe(0));
  // A client that does not read does not notice the end either.
  stream.answer.resume();
  expect(await gone).toMatchObject([{ code: 'ECONNRESET' }]);
});
