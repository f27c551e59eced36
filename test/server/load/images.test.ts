// Images that cost much and weigh little (S159): one is decoded at a time, few wait, and what all
// need goes on meanwhile.

import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { createPasswordHasher } from '#server/sessions/passwords.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { multipart } from '../harness/multipart.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const PATIENT = { timeout: 60_000 };

let server: TestServer;
let world: World;
let heavy: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  heavy = await interlaced(4000);
}, 60_000);
afterAll(async () => {
  await world.close();
  await server.close();
});

/** A square of one colour whose rows come in passes, so that all of it is held at once. */
function interlaced(edge: number): Promise<Buffer> {
  const create = { width: edge, height: edge, channels: 4, background: '#f5b301' } as const;
  return sharp({ create, limitInputPixels: false }).png({ progressive: true }).toBuffer();
}

function send(client: TestClient, content: Buffer) {
  const { payload, headers } = multipart([['_method', 'PATCH']], [{ name: 'foto.png', content, field: 'image' }]);
  return client.inject({ method: 'POST', url: PATHS.profile, payload, headers });
}

it('an image beyond 16 megapixels is refused before it is decoded, in words', PATIENT, async () => {
  const content = await interlaced(7000);
  expect(content.length).toBeLessThan(2 * 1024 * 1024);
  const answer = await send(await world.as(world.pmvi.people.ana), content);
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors.image).toEqual(['A imagem passa de 16 megapixels. Envie uma menor.']);
});

it('images of many people are decoded one at a time, and passwords are judged in between', PATIENT, async () => {
  const people = await Promise.all(Object.values(world.pmvi.people).slice(0, 6).map(world.as));
  let ended = 0;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, sharp.counters().process)), 1);
  const passwords = createPasswordHasher();
  const answers = Promise.all(
    people.map(async (one) => {
      const { statusCode } = await send(one, heavy);
      ended += 1;
      return statusCode;
    }),
  );
  await expect.poll(() => sharp.counters().process, { ...PATIENT, interval: 1 }).toBe(1);
  // Four at once take every thread that they may have.
  await Promise.all(
    Array.from({ length: 4 }, () => passwords.verify({ password: 'x', stored: null }, { email: 'x@pmvi.example' })),
  );
  expect(ended).toBeLessThan(people.length);
  expect((await answers).every((status) => status === 200)).toBe(true);
  clearInterval(watch);
  expect(most).toBe(1);
});

it('one person has one image at work and one that waits', PATIENT, async () => {
  const client = await world.as(world.cmvi.people.ana);
  const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await send(client, heavy)).statusCode));
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 503, 503]);
  expect((await send(await world.as(world.cmvi.people.bia), heavy)).statusCode).toBe(200);
});

it('one person sends a few images in a while, and a colleague is not touched', PATIENT, async () => {
  const small = await interlaced(64);
  const client = await world.as(world.cmvi.people.caio);
  const statuses = [];
  for (let times = 0; times < 12; times += 1) statuses.push((await send(client, small)).statusCode);
  expect(statuses).toContain(429);
  expect(statuses.slice(0, 10)).not.toContain(429);
  expect((await send(await world.as(world.cmvi.people.davi), small)).statusCode).toBe(200);
});
