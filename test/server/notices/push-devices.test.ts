// One push subscription per device, bound to its session (rules G10, B11, H5; S16), to a push
// service on loopback.

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { addDays, dayAt } from '#domain/dates.ts';
import { DEVICES_MAX } from '#server/commands/people/save-push-token.ts';
import { createPushSender } from '#server/push/push-sender.ts';
import { startPushService, subscriptionText, type FakePushService } from '../harness/fake-push-service.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { BATCH_QUIET_MS } from '#server/policies/notice-ways.ts';
import { createJobBench, type JobBench } from './job-bench.ts';
import { createdDocument } from '../harness/new-document.ts';
import { startSecondServer, type SecondServer } from '../harness/second-server.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type Town, type World } from '../harness/world.ts';

const ENDPOINT = 'https://updates.push.services.mozilla.com';
/** 9:00 in São Paulo: the day's reminders are due. */
const START = Date.parse('2030-03-11T12:00:00Z');
const MINUTE_MS = 60_000;

let now = START;
let service: FakePushService;
let server: TestServer;
let second: SecondServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bench: JobBench;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ clock: () => now });
  second = await startSecondServer(server);
  world = await createWorld(server);
  ({ pmvi } = world);
  ana = await world.as(pmvi.people.ana);
  const push = createPushSender({
    keys: webpush.generateVAPIDKeys(),
    contact: 'mailto:ti@malote.example',
    transport: service.transport,
  });
  bench = createJobBench(server.services, { push });
});
afterAll(async () => {
  await world.close();
  await second.close();
  await server.close();
  await service.close();
});
beforeEach(async () => {
  now = START;
  service.answers.clear();
  await world.query('delete from jobs');
  await world.query('delete from push_subscriptions');
  await world.query(`update documents set stored_status = 'completed'`);
});

const put = (client: TestClient, fcm_token: string | null) =>
  client.send('PATCH', '/api/profile/fcm-token', { fcm_token });
/** The subscription of the browser called `device`, saved in the client's session. */
const register = async (client: TestClient, device: string): Promise<TestClient> => {
  expect((await put(client, subscriptionText(`${ENDPOINT}/${device}`))).statusCode).toBe(204);
  return client;
};
/** Bia, logged in on a device of her own. */
const bia = async (device: string) => register(await world.as(pmvi.people.bia), device);
const devices = async () =>
  (await world.query<{ at: string }>('select endpoint as at from push_subscriptions order by endpoint')).map((row) =>
    row.at.slice(ENDPOINT.length + 1),
  );
const toBia = (limitDate = '2031-01-31') =>
  createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', limitDate });
/** Paths at which the push service received a notice since the last call. */
const heard = async () => {
  service.received.length = 0;
  now += BATCH_QUIET_MS.device;
  await bench.jobs.tick();
  return service.received.map((one) => one.path.slice(1)).toSorted();
};

describe('PATCH /api/profile/fcm-token', () => {
  it('a device has one push subscription, which ends on request', async () => {
    const phone = await bia('phone');
    await bia('desk');
    expect(await devices()).toEqual(['desk', 'phone']);
    await register(phone, 'phone-renewed');
    expect(await devices()).toEqual(['desk', 'phone-renewed']);
    for (const nothing of ['', null]) {
      await register(phone, 'phone');
      expect((await put(phone, nothing)).statusCode).toBe(204);
      expect(await devices()).toEqual(['desk']);
    }
  });

  it('a push subscription stores only endpoint and keys', async () => {
    const client = await world.as(pmvi.people.bia);
    const text = subscriptionText(`${ENDPOINT}/phone`);
    await put(client, JSON.stringify({ ...JSON.parse(text), expirationTime: null, name: 'Bia' }));
    expect(await world.query('select subscription from push_subscriptions')).toEqual([{ subscription: text }]);
  });

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://user@fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    `${ENDPOINT}/${'x'.repeat(2000)}`,
    'nothing',
  ])('the push endpoint %s is refused', async (endpoint) => {
    const phone = await bia('phone');
    const answer = await put(phone, subscriptionText(endpoint));
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toHaveProperty('fcm_token');
    expect(await devices()).toEqual(['phone']);
  });

  it(`a person has at most ${DEVICES_MAX} push devices, and the oldest is removed`, async () => {
    for (let device = 10; device <= DEVICES_MAX + 10; device += 1) {
      now += 1;
      await bia(String(device));
    }
    await register(ana, 'other');
    const kept = await devices();
    expect(kept).toHaveLength(DEVICES_MAX + 1);
    expect(kept).not.toContain('10');
  });

  it('no push subscription is stored without a session or when the session ends meanwhile', async () => {
    expect((await server.app.inject({ method: 'PATCH', url: '/api/profile/fcm-token' })).statusCode).toBe(419);
    const phone = await world.as(pmvi.people.bia);
    const answers = await Promise.all([
      put(phone, subscriptionText(`${ENDPOINT}/phone`)),
      phone.send('POST', '/logout'),
    ]);
    expect([204, 401]).toContain(answers[0].statusCode);
    expect(await devices()).toEqual([]);
  });
});

describe('a notice', () => {
  it('a notice goes once to each device that is logged in', async () => {
    const phone = await bia('phone');
    await bia('desk');
    await toBia();
    expect(await heard()).toEqual(['desk', 'phone']);
    expect(await heard()).toEqual([]);
    await phone.send('POST', '/logout');
    await toBia();
    expect(await heard()).toEqual(['desk']);
  });

  it('a notice does not go to the next person who uses the device, in this tenant or another', async () => {
    await bia('shared');
    await toBia();
    await register(await world.as(pmvi.people.caio), 'shared');
    expect(await heard()).toEqual([]);
    await toBia();
    expect(await heard()).toEqual([]);
    await createdDocument(ana, { town: pmvi, to: pmvi.people.caio, sector: 'GAB' });
    await register(await world.as(world.cmvi.people.bia), 'shared');
    expect(await heard()).toEqual([]);
    expect(await devices()).toEqual(['shared']);
    const neighbour = await world.as(world.cmvi.people.ana);
    await createdDocument(neighbour, { town: world.cmvi, to: world.cmvi.people.bia, sector: 'SEMED' });
    expect(await heard()).toEqual(['shared']);
  });

  it('a waiting notice is not sent to a device that has logged out since or whose session expired', async () => {
    const phone = await bia('phone');
    await toBia();
    await phone.send('POST', '/logout');
    expect(await heard()).toEqual([]);
    await bia('phone');
    await toBia();
    await world.query('update sessions set expires_at = $1 where user_id = $2', [
      new Date(now).toISOString(),
      pmvi.people.bia.id,
    ]);
    expect(await heard()).toEqual([]);
  });

  it('a notice reaches one device although another is gone (410), and only an unreachable device is retried', async () => {
    await bia('phone');
    await bia('desk');
    service.answers.set('/phone', 410);
    service.answers.set('/desk', 503);
    await toBia();
    expect(await heard()).toEqual(['desk', 'phone']);
    expect(await devices()).toEqual(['desk']);
    service.answers.clear();
    now += MINUTE_MS;
    expect(await heard()).toEqual(['desk']);
    expect(await heard()).toEqual([]);
  });

  it('a deadline notice goes once to each device, and once by e-mail, although two servers plan it', async () => {
    await bia('phone');
    await bia('desk');
    await toBia(addDays(dayAt(now, 'America/Sao_Paulo'), 3));
    await world.query('delete from pending_notices');
    const other = createJobBench(second.services, {
      ...bench,
      push: { send: () => Promise.reject(new Error('away')) },
    });
    [service.received.length, bench.mails.length] = [0, 0];
    await other.jobs.tick();
    // Planned a second time, as after a server that stopped while planning.
    await world.query(`update jobs set done_at = null where kind = 'reminders'`);
    await bench.jobs.tick();
    now += MINUTE_MS;
    await bench.jobs.tick();
    expect(service.received.map((one) => one.path).toSorted()).toEqual(['/desk', '/phone']);
    expect(bench.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('vence em 3 dias')]);
  });
});

describe('push ends with the session', () => {
  const manage = async (ids: readonly number[], how: 'deactivated' | 'deleted') => {
    const admin = await world.as(pmvi.people.admin);
    const answer =
      how === 'deleted'
        ? await admin.send('DELETE', '/api/users', { user_ids: ids })
        : await admin.send('PATCH', '/api/users', { user_ids: ids, status: '0' });
    expect(answer.statusCode).toBe(200);
  };

  it.each(['deactivated', 'deleted'] as const)('the push subscription of a person who is %s ends', async (how) => {
    const person = how === 'deleted' ? pmvi.people.davi : pmvi.people.consulta;
    await register(await world.as(person), 'phone');
    await bia('desk');
    await manage([person.id], how);
    expect(await devices()).toEqual(['desk']);
  });

  it('a new password ends push on all devices except the one where it was set (rule H5)', async () => {
    await bia('phone');
    const desk = await bia('desk');
    expect((await desk.send('PATCH', '/api/profile', { password: 'nova-senha' })).statusCode).toBe(200);
    expect(await devices()).toEqual(['desk']);
  });

  it('push ends when an expired session is cleaned away; "Ficar logado" keeps it for 30 days', async () => {
    const { token } = await server.app.sessions.start({
      person: { tenantId: pmvi.id, userId: pmvi.people.bia.id },
      remember: false,
      now,
    });
    const cookie = `malote_session=${token}`;
    const headers = { cookie, 'x-xsrf-token': server.app.sessions.csrfTokenOf(token) };
    const fcm_token = subscriptionText(`${ENDPOINT}/counter`);
    const url = '/api/profile/fcm-token';
    await server.app.inject({ method: 'PATCH', url, headers, payload: { fcm_token } });
    await bia('phone');
    await world.query('delete from maintenance');
    await bench.jobs.tick();
    now += 3 * 60 * MINUTE_MS;
    await bench.jobs.tick();
    expect(await devices()).toEqual(['phone']);
    now += 29 * 24 * 60 * MINUTE_MS;
    await bench.jobs.tick();
    expect(await devices()).toEqual(['phone']);
    now += 24 * 60 * MINUTE_MS;
    await bench.jobs.tick();
    expect(await devices()).toEqual([]);
  });
});

describe('the table', () => {
  it('the table refuses a push subscription on the session of another person', async () => {
    await bia('phone');
    const moved = world.query('update push_subscriptions set user_id = $1', [pmvi.people.caio.id]);
    await expect(moved).rejects.toThrow('push_subscriptions_session_fk');
  });

  it('the table of push subscriptions shows a tenant only its own rows and lets it write none', async () => {
    await bia('phone');
    const count = (tenantId: number) =>
      server.database.inTenant(
        tenantId,
        async (tx) => (await tx.execute(sql`select 1 from push_subscriptions`)).rowCount,
      );
    expect(await count(pmvi.id)).toBe(1);
    expect(await count(world.cmvi.id)).toBe(0);
    const write = server.database.inTenant(pmvi.id, (tx) =>
      tx.execute(sql`update push_subscriptions set endpoint = 'https://evil.example'`),
    );
    await expect(write).rejects.toThrow('permission denied');
  });
});
