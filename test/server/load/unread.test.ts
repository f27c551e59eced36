// Clients that ask for large answers and read none of them (default 11).

import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LARGE_BYTES, UNREAD_MAX_MS } from '#server/http/plugins/early-answers.ts';
import { route } from '#server/http/route.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

// More than the buffers of two sockets take.
const TEXT = 'x'.repeat(16 * LARGE_BYTES);
// Asked again where the server had not yet begun the answer that is not read.
const PATIENT = { timeout: 20_000 };

let server: TestServer;
let world: World;
let ana: TestClient;
let bia: TestClient;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = await startTestServer({
    routes: (app) =>
      route(app, {
        method: 'GET',
        url: '/api/large',
        access: 'authenticated',
        summary: 'A large answer.',
        handler: async () => ({ text: TEXT }),
      }),
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  world = await createWorld(server);
  ana = await world.as(world.pmvi.people.ana);
  bia = await world.as(world.pmvi.people.bia);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await world.close();
  await server.close();
});

/** Asks for the large answer, and reads nothing. */
async function askUnread(client: TestClient): Promise<Socket> {
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.pause();
  socket.on('error', () => undefined);
  const cookie = client.headers()['cookie'] ?? '';
  socket.write(`GET /api/large HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
  return socket;
}

const openSockets = (): Promise<number> =>
  new Promise((resolve, reject) =>
    server.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

it('a person has one large answer at a time, and hinders nobody else', async () => {
  await askUnread(ana);
  await expect.poll(async () => (await ana.get('/api/large')).statusCode, PATIENT).toBe(503);
  const told = await ana.get('/api/large');
  expect([told.headers['retry-after'], told.rawPayload.length < 1000]).toEqual(['2', true]);
  expect((await ana.get('/api/documents')).statusCode).toBe(200);
  expect((await bia.get('/api/large')).statusCode).toBe(200);
});

it('an answer that was read leaves room for the next one', async () => {
  for (let n = 0; n < 3; n += 1) expect((await ana.get('/api/large')).statusCode).toBe(200);
});

it('an answer of which no byte is taken is cut, and what a person asks then is answered', async () => {
  server.app.server.on('connection', (socket) => {
    const wait = socket.setTimeout.bind(socket);
    vi.spyOn(socket, 'setTimeout').mockImplementation((ms, ...rest) => wait(ms === UNREAD_MAX_MS ? 200 : ms, ...rest));
  });
  await askUnread(ana);
  await expect.poll(openSockets).toBe(1);
  await expect.poll(openSockets, PATIENT).toBe(0);
  // The server hears of the end of a connection a moment after its other side.
  await expect.poll(async () => (await ana.get('/api/large')).statusCode, PATIENT).toBe(200);
});
