// Web Push to a service on loopback: what arrives, encrypted, and what each of its answers means
// (rule G10).

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { readPushMessage, writePushMessage } from '#contract/push-message.ts';
import { Hopeless } from '#server/reporting/errors.ts';
import { createPushSender, vapidKeysOf } from '#server/push/push-sender.ts';
import { startPushService, subscriptionText, type FakePushService } from '../harness/fake-push-service.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createWorld, type World } from '../harness/world.ts';

const MESSAGE = {
  title: 'Novo documento PMVI042',
  body: 'Agora ele está com você.',
  navigate: 'https://malote.example/admin/view-document/42',
  tag: 'PMVI042',
};

let service: FakePushService;
let device = '';

beforeAll(async () => {
  service = await startPushService();
  device = subscriptionText(`${service.base}/device`);
});
afterAll(() => service.close());
beforeEach(() => service.answers.clear());

const keys = webpush.generateVAPIDKeys();
const sender = (known: (endpoint: string) => boolean = () => true) =>
  createPushSender({ keys, contact: 'mailto:ti@malote.example', isKnownEndpoint: known });

describe('sending', () => {
  it('a push message is encrypted, signed with the VAPID key and has a life time', async () => {
    expect(await sender().send(device, MESSAGE)).toBe('sent');
    const arrived = service.received.at(-1);
    expect(arrived?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      authorization: expect.stringContaining(`k=${keys.publicKey}`),
    });
    expect(arrived?.body.length).toBeGreaterThan(100);
    expect(arrived?.body.includes('PMVI042')).toBe(false);
  });

  it('a push message is readable without a worker, and by our worker', () => {
    expect(JSON.parse(writePushMessage(MESSAGE))).toEqual({
      web_push: 8030,
      notification: { ...MESSAGE, lang: 'pt-BR', dir: 'ltr' },
    });
    expect(readPushMessage(writePushMessage(MESSAGE))).toEqual(MESSAGE);
    for (const foreign of ['', 'null', '{"title":"x"}']) expect(readPushMessage(foreign)).toBeNull();
  });

  it.each([404, 410])('an answer of %i ends the push subscription', async (status) => {
    service.answers.set('/device', status);
    expect(await sender().send(device, MESSAGE)).toBe('gone');
  });

  it('a push message is retried after 429 and 5xx, not after another refusal', async () => {
    for (const [status, hopeless] of [
      [429, false],
      [503, false],
      [400, true],
      [413, true],
    ] as const) {
      service.answers.set('/device', status);
      const error = await sender()
        .send(device, MESSAGE)
        .then(
          () => null,
          (failure: unknown) => failure,
        );
      expect(error).toBeInstanceOf(Error);
      expect(error instanceof Hopeless).toBe(hopeless);
    }
  });

  it('a push message follows no redirect', async () => {
    const before = service.received.length;
    service.answers.set('/device', 307);
    await expect(sender().send(device, MESSAGE)).rejects.toThrow('307');
    expect(service.received.slice(before).map((one) => one.path)).toEqual(['/device']);
  });

  it('push messages go only to the known services', async () => {
    const before = service.received.length;
    const real = createPushSender({ keys, contact: 'mailto:ti@malote.example' });
    expect(await real.send(device, MESSAGE)).toBe('gone');
    expect(service.received).toHaveLength(before);
  });
});

describe('the public key', () => {
  let server: TestServer;
  let world: World;
  let dataDir = '';

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'malote-push-'));
    server = await startTestServer({ environment: { DATA_DIR: dataDir } });
    world = await createWorld(server);
  });
  afterAll(async () => {
    await world.close();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('the public key is made once, stored, and sent to people who are logged in', async () => {
    const ana = await world.as(world.pmvi.people.ana);
    const first = (await ana.get('/api/push/public-key')).json();
    expect(first).toEqual({ public_key: expect.stringMatching(/^[\w-]{87}$/) });
    expect(vapidKeysOf(server.services.config).publicKey).toBe(first.public_key);
    expect((await server.app.inject('/api/push/public-key')).statusCode).toBe(401);
  });

  it('a configured public key is used', () => {
    expect(vapidKeysOf({ vapid: keys, dataDir })).toEqual(keys);
  });
});
