// Overload (hardening): who comes when too many wait already is told to come back, at once and without a query; whoever is
// inside is served. What that gains is measured by test/bench/server/overload.ts.

import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { INSIDE_MAX } from '#server/plugins/overload.ts';
import { route } from '#server/route.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { TestClient } from './test-client.ts';
import { createWorld, type World } from './world.ts';

const PATIENT = { timeout: 20_000 };

let entered = 0;
let letGo: () => void = () => undefined;
const held = new Promise<void>((resolve) => (letGo = resolve));

let server: TestServer;
let world: World;
let ana: TestClient;

beforeAll(async () => {
  server = await startTestServer({
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
  ana = await world.as(world.pmvi.people.ana);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

it('refuses early, finishes what it started, and is itself again at once', async () => {
  const inside = Array.from({ length: INSIDE_MAX }, () => ana.get('/api/held'));
  await expect.poll(() => entered, PATIENT).toBe(INSIDE_MAX);

  server.statements.length = 0;
  const late = await Promise.all([
    ana.get('/api/documents'),
    ana.send('PATCH', '/api/documents/1', { content: '<p>Recebido.</p>' }),
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

it('lets in who uploads slowly, and nobody waits for them', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  let begun = 0;
  server.app.server.on('request', () => (begun += 1));
  const lines = Object.entries({ ...ana.headers(), 'content-length': '100000', host: 'malote.example' });
  const uploads = Array.from({ length: INSIDE_MAX * 2 }, (_, turn): Socket => {
    const type = turn % 2 === 0 ? 'application/json' : 'multipart/form-data; boundary=b';
    const head = [`POST ${PATHS.documents} HTTP/1.1`, `content-type: ${type}`, ...lines.map((line) => line.join(': '))];
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`${head.join('\r\n')}\r\n\r\n--b`);
    return socket;
  });
  await expect.poll(() => begun, PATIENT).toBe(uploads.length);
  // Each is inside for a moment, until it is known who asks.
  await expect.poll(async () => (await ana.get('/api/documents')).statusCode, PATIENT).toBe(200);
  expect((await ana.get('/api/documents')).statusCode).toBe(200);
  for (const socket of uploads) socket.destroy();
});
