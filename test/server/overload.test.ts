// Overload (hardening): who comes when too many wait already is told to come back, at once and without a query; whoever is
// inside is served. What that gains is measured by test/bench/server/overload.ts.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import type { TestClient } from './test-client.ts';
import { createWorld, type World } from './world.ts';

const CONNECTIONS = 2;
/** plugins/limits.ts */
const WAITING_MAX = 64;

let server: TestServer;
let world: World;
let ana: TestClient;

beforeAll(async () => {
  server = await startTestServer({ connections: CONNECTIONS });
  world = await createWorld(server);
  ana = await world.as(world.pmvi.people.ana);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

/** Takes every connection of the working pool; answers how to give them back. */
async function holdConnections(): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let held = 0;
  const holding = Array.from({ length: CONNECTIONS }, () =>
    server.database.inTenant(world.pmvi.id, async () => {
      held += 1;
      await released;
    }),
  );
  await expect.poll(() => held).toBe(CONNECTIONS);
  return async () => {
    release();
    await Promise.all(holding);
  };
}

it('refuses early, finishes what it started, and is itself again at once', async () => {
  const release = await holdConnections();
  const inside = Array.from({ length: WAITING_MAX }, () => ana.get('/api/documents'));
  await expect.poll(() => server.database.waiting()).toBe(WAITING_MAX);

  server.statements.length = 0;
  const started = performance.now();
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
  expect(performance.now() - started).toBeLessThan(1000);
  expect(server.statements).toEqual([]);
  expect((await server.app.inject({ url: '/health' })).statusCode).toBe(200);

  await release();
  expect((await Promise.all(inside)).map((answer) => answer.statusCode)).toEqual(inside.map(() => 200));
  expect((await ana.get('/api/documents')).statusCode).toBe(200);
});
