// Connections of one address (default 11): a bound for those that come directly, and behind a proxy
// for the requests of the address that the proxy names. Streams are refused a little earlier, so
// that their devices can still ask.

import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { route } from '#server/http/route.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { headOf, open, reading } from '../harness/raw-http.ts';
import { createWorld } from '../harness/world.ts';

const MOST = 5;
const PATIENT = { timeout: 20_000 };

let server: TestServer;
let entered = 0;
let letGo: () => void = () => undefined;
const sockets: Socket[] = [];

async function begin(trustProxy: string): Promise<void> {
  entered = 0;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  server = await startTestServer({
    environment: { CONNECTIONS_PER_ADDRESS: String(MOST), TRUST_PROXY: trustProxy },
    routes: (app) =>
      route(app, {
        method: 'GET',
        url: '/api/held',
        access: 'public',
        summary: 'Answers once it is let go.',
        handler: async () => {
          entered += 1;
          await held;
          return {};
        },
      }),
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
}

async function ask(path: string, headers: Record<string, string> = {}): Promise<ReturnType<typeof reading>> {
  const socket = await open(server.app);
  sockets.push(socket);
  const answer = reading(socket);
  socket.write(headOf({ path, headers }));
  return answer;
}

afterEach(async () => {
  letGo();
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

it('an address has so many connections and no more, and as many again when they are closed', async () => {
  await begin('0');
  const held = await Promise.all(Array.from({ length: MOST }, () => ask('/api/held')));
  await expect.poll(() => entered, PATIENT).toBe(MOST);
  expect(await (await ask(PATHS.health)).ended).toBe('');
  letGo();
  for (const one of held) await expect.poll(one.text, PATIENT).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of sockets.splice(0)) socket.destroy();
  const again = async (): Promise<string> => {
    const { text, ended } = await ask(PATHS.health, { connection: 'close' });
    await ended;
    return text();
  };
  await expect.poll(again, PATIENT).toMatch(/^HTTP\/1\.1 200 /);
});

it('behind a proxy an address has so many requests at a time, and others are not touched', async () => {
  await begin('1');
  const [crowd, other] = [{ 'x-forwarded-for': '203.0.113.7' }, { 'x-forwarded-for': '203.0.113.8' }];
  const held = await Promise.all(Array.from({ length: MOST }, () => ask('/api/held', crowd)));
  await expect.poll(() => entered, PATIENT).toBe(MOST);
  const refused = await ask('/api/human-verification', crowd);
  await expect.poll(refused.text, PATIENT).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: \d+/i);
  await expect.poll((await ask('/api/human-verification', other)).text, PATIENT).toMatch(/^HTTP\/1\.1 200 /);
  letGo();
  for (const one of held) await expect.poll(one.text, PATIENT).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll((await ask('/api/human-verification', crowd)).text, PATIENT).toMatch(/^HTTP\/1\.1 200 /);
});

it('a stream is refused while few connections are left, and the same device may ask', async () => {
  await begin('0');
  const world = await createWorld(server);
  const headers = (await world.as(world.pmvi.people.ana)).headers();
  await world.close();
  await Promise.all(Array.from({ length: MOST - 2 }, () => ask('/api/held')));
  await expect.poll(() => entered, PATIENT).toBe(MOST - 2);
  await expect.poll((await ask(PATHS.events, headers)).text, PATIENT).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: \d+/i);
  await expect.poll((await ask(PATHS.user, headers)).text, PATIENT).toMatch(/^HTTP\/1\.1 200 /);
});
