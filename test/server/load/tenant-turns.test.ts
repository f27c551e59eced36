// Passwords and images are computed few at a time, and one tenant has half of the turns: whatever
// it asks for, another one's turn comes (S185).

import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { createPasswordHasher } from '#server/sessions/passwords.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { multipart } from '../harness/multipart.ts';
import { arrive, solvedToken, type TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const PATIENT = { timeout: 60_000 };
/** Fewer than all strangers together may have inside, so that the one who follows is let in. */
const FLOOD = 14;
const ACCOUNT = { email: 'ana@cmvi.example', password: 'uma senha própria' };

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const client = new pg.Client(server.connection);
  await client.connect();
  const hash = await createPasswordHasher().hash(ACCOUNT.password, ACCOUNT);
  await client.query('update users set password_hash = $1 where email = $2', [hash, ACCOUNT.email]);
  await client.end();
}, 60_000);
afterAll(async () => {
  await world.close();
  await server.close();
});

it(
  'while one tenant floods the logins, a password of another one is judged before most of theirs, and its person gets in',
  PATIENT,
  async () => {
    const clients = await Promise.all(Array.from({ length: FLOOD + 1 }, () => arrive(server.app)));
    const ready = await Promise.all(clients.map(async (client) => ({ client, token: await solvedToken(client) })));
    const [own, ...flood] = ready;
    let answered = 0;
    const answers = flood.map(async ({ client, token }, at) => {
      const email = `ninguem${at}@pmvi.example`;
      const { statusCode } = await client.send('POST', '/login', { email, password: 'uma senha qualquer', token });
      answered += 1;
      return statusCode;
    });
    await expect.poll(() => answered, { ...PATIENT, interval: 1 }).toBeGreaterThan(0);
    const before = answered;
    await createPasswordHasher().verify({ password: 'x', stored: null }, ACCOUNT);
    // The flood waits for its own half of the turns.
    expect(answered - before).toBeLessThan(FLOOD / 2);
    const entered = await own?.client.send('POST', '/login', { ...ACCOUNT, token: own.token });
    expect(entered?.statusCode).toBe(200);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([422]));
  },
);

it('while one tenant has all the images that it may have wait, an image of another one is taken', PATIENT, async () => {
  const create = { width: 4000, height: 4000, channels: 4, background: '#f5b301' } as const;
  const content = await sharp({ create }).png({ progressive: true }).toBuffer();
  const send = async (client: TestClient) => {
    const { payload, headers } = multipart([['_method', 'PATCH']], [{ name: 'foto.png', content, field: 'image' }]);
    return (await client.inject({ method: 'POST', url: PATHS.profile, payload, headers })).statusCode;
  };
  const people = await Promise.all(Object.values(world.pmvi.people).map(world.as));
  const other = await world.as(world.cmvi.people.ana);
  const flood = Promise.all(people.map(send));
  await expect.poll(() => sharp.counters().process, { ...PATIENT, interval: 1 }).toBe(1);
  expect(await send(other)).toBe(200);
  const statuses = await flood;
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});
