// Whether work counts as done in time (rule A4) depends on the login of the device that made it,
// not on other logins (S34).

import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HEADERS } from '#contract/sync.ts';
import type { SessionUser } from '#contract/session.ts';
import { removeExpired } from '#server/jobs/maintenance.ts';
import { route } from '#server/http/route.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { solvedToken, type TestClient } from '../harness/test-client.ts';

const PERSON = { email: 'servidor.semob@pmvi.example', password: 'malote-demo' };
const COLLEAGUE = 'servidor.semed@pmvi.example';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let server: TestServer;
let nowMs = Date.now();

beforeAll(async () => {
  server = await startTestServer({
    demo: true,
    clock: () => nowMs,
    routes: (app) =>
      route(app, {
        method: 'POST',
        url: '/api/probe',
        access: 'authenticated',
        summary: 'Echoes the moment.',
        body: v.object({}),
        handler: async ({ command }) => command,
      }),
  });
});
afterAll(() => server.close());
beforeEach(() => {
  nowMs += 10 * DAY_MS;
});

/** A tablet on which the person logs in with the same browser, its cookies included. */
async function logInAgain(client: TestClient): Promise<SessionUser> {
  const response = await client.send('POST', '/login', {
    ...PERSON,
    remember: true,
    token: await solvedToken(client),
  });
  expect(response.statusCode).toBe(200);
  return response.json<{ user: SessionUser }>().user;
}

async function tablet(): Promise<{ client: TestClient; loginId: string }> {
  const client = await server.login(PERSON.email);
  const user = await logInAgain(client);
  return { client, loginId: user.login_id ?? '' };
}

/** Two logins at an office computer, an hour apart, later than now. */
async function twoLoginsElsewhere(): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    nowMs += HOUR_MS;
    await server.login(PERSON.email);
  }
}

/** Sends work now; returns whether the server believes that it was done at `performedMs`. */
async function sent(client: TestClient, work: { performedMs: number; login?: string }) {
  const performedAt = new Date(work.performedMs).toISOString();
  const response = await client.inject({
    method: 'POST',
    url: '/api/probe',
    payload: {},
    headers: {
      [HEADERS.performedAt]: performedAt,
      ...(work.login === undefined ? {} : { [HEADERS.login]: work.login }),
    },
  });
  expect(response.statusCode).toBe(200);
  const { performedAt: taken, clockSuspect } = response.json<{ performedAt: string; clockSuspect: boolean }>();
  expect(taken).toBe(clockSuspect ? new Date(nowMs).toISOString() : performedAt);
  return clockSuspect ? 'not believed' : 'believed';
}

describe('the login of a session', () => {
  it('the login id is answered by the login and by GET /api/user, and differs for each login', async () => {
    const { client, loginId } = await tablet();
    expect(v.is(v.pipe(v.string(), v.uuid()), loginId)).toBe(true);
    expect((await client.get('/api/user')).json<SessionUser>().login_id).toBe(loginId);
    expect((await logInAgain(client)).login_id).not.toBe(loginId);
  });
});

describe('work made on a tablet without network', () => {
  it('offline work is believed after two logins elsewhere while its own session is alive', async () => {
    const { client, loginId } = await tablet();
    const performedMs = (nowMs += HOUR_MS);
    await twoLoginsElsewhere();
    expect(await sent(client, { performedMs, login: loginId })).toBe('believed');
  });

  it('offline work is believed after two logins elsewhere from a client that does not name its login', async () => {
    const { client } = await tablet();
    const performedMs = (nowMs += HOUR_MS);
    await twoLoginsElsewhere();
    expect(await sent(client, { performedMs })).toBe('believed');
  });

  it('offline work is believed when its session ended and its author logged in again to send it', async () => {
    const { client, loginId } = await tablet();
    const performedMs = (nowMs += HOUR_MS);
    await twoLoginsElsewhere();
    nowMs += 31 * DAY_MS;
    await removeExpired({ database: server.services.database, clock: () => nowMs });
    const again = await server.login(PERSON.email);
    expect((await client.get('/api/user')).statusCode).toBe(401);
    expect(await sent(again, { performedMs, login: loginId })).toBe('believed');
  });

  it('offline work dated before its login is not believed', async () => {
    const { client, loginId } = await tablet();
    const performedMs = nowMs - HOUR_MS;
    nowMs += HOUR_MS;
    expect(await sent(client, { performedMs, login: loginId })).toBe('not believed');
  });

  it('offline work dated in the future is not believed', async () => {
    const { client, loginId } = await tablet();
    expect(await sent(client, { performedMs: nowMs + HOUR_MS, login: loginId })).toBe('not believed');
  });

  it('offline work dated a moment before its login is believed, because answer delays shift the device’s clock offset', async () => {
    const { client, loginId } = await tablet();
    expect(await sent(client, { performedMs: nowMs - 5_000, login: loginId })).toBe('believed');
  });
});

describe('a claim that would lengthen the grace', () => {
  it('a login that ended by logout counts for work made before the logout, not after', async () => {
    const { client, loginId } = await tablet();
    const inTime = (nowMs += HOUR_MS);
    nowMs += HOUR_MS;
    expect((await client.send('POST', '/logout')).statusCode).toBe(204);
    const after = (nowMs += DAY_MS);
    nowMs += DAY_MS;
    await twoLoginsElsewhere();
    const again = await server.login(PERSON.email);
    expect(await sent(again, { performedMs: inTime, login: loginId })).toBe('believed');
    expect(await sent(again, { performedMs: after, login: loginId })).toBe('not believed');
  });

  it('a login that another one on the same device replaced does not count for work made afterwards', async () => {
    const { client, loginId } = await tablet();
    nowMs += DAY_MS;
    const next = await logInAgain(client);
    const between = nowMs - HOUR_MS;
    nowMs += DAY_MS;
    await twoLoginsElsewhere();
    expect(await sent(client, { performedMs: between, login: loginId })).toBe('believed');
    expect(await sent(client, { performedMs: between, login: next.login_id ?? '' })).toBe('not believed');
  });

  it.each([
    ['somebody else’s', async () => (await server.login(COLLEAGUE)).get('/api/user')],
    ['unknown', async () => ({ json: () => ({ login_id: '00000000-0000-4000-8000-00000000dead' }) })],
    ['malformed', async () => ({ json: () => ({ login_id: "1' or '1'='1" }) })],
  ])('a login that is %s is ignored, and work is judged by the logins of its author (S12)', async (_name, other) => {
    const { client } = await tablet();
    const foreign = ((await other()).json() as { login_id: string }).login_id;
    await twoLoginsElsewhere();
    const again = await server.login(PERSON.email);
    expect(await sent(again, { performedMs: nowMs - 10 * HOUR_MS, login: foreign })).toBe('not believed');
    expect(await sent(client, { performedMs: nowMs - 10 * HOUR_MS, login: foreign })).toBe('not believed');
  });
});

it('the login of a live session is kept, and other logins are removed after more than a year', async () => {
  const { client, loginId } = await tablet();
  await tablet();
  // No session lasts that long any more (S156), but one of an older version may have.
  const owner = new pg.Client(server.connection);
  await owner.connect();
  await owner.query(`update logins set at = at - interval '450 days'`);
  await owner.query('delete from sessions where login_id <> $1', [loginId]);
  await owner.end();
  const removed = await removeExpired({ database: server.services.database, clock: () => nowMs });
  expect(removed['logins']).toBeGreaterThan(0);
  expect((await client.get('/api/user')).json<SessionUser>().login_id).toBe(loginId);
});
