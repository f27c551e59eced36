import { setTimeout as wait } from 'node:timers/promises';
import { expect, PEOPLE, test } from '../fixtures.ts';
import {
  expectAllInk,
  expectAllInPencil,
  expectOnServer,
  liveOffline,
  prepareLife,
  type OfflineLife,
} from '../offline-life.ts';
import type { Device } from '../device.ts';

/** How soon all of the work is in ink after the network is back, in ms. */
const INK_MS = 10_000;
/** For what is lost and sent again no time is promised. */
const PATIENCE_MS = 60_000;
/**
 * How long the server is stopped, in ms: a page asks every 4 s whether it is back, and several of
 * these requests are lost.
 */
const AWAY_MS = process.env['MALOTE_LONG'] === '1' ? 60_000 : 9000;

type Sight = { readonly life: OfflineLife; readonly since: number; readonly timeout: number };

async function seesWithoutReloading(reader: Device, { life, since, timeout }: Sight) {
  await expect(reader.page.getByText(life.title).first()).toBeVisible({ timeout });
  expect(await reader.page.evaluate(() => performance.timeOrigin)).toBe(since);
}

test('work without network survives closing the browser, is sent once and is seen by another person', async ({
  newDevice,
  usedDevice,
  apiOf,
}) => {
  const author = await apiOf(PEOPLE.field);
  const life = await prepareLife(author, await apiOf(PEOPLE.manager));
  const device = await newDevice();
  const reader = await usedDevice(PEOPLE.manager);

  await test.step('both are logged in, everything is on the devices', async () => {
    await device.open('/login');
    await device.logIn(PEOPLE.field, { remember: true });
    await device.readyForOffline();
    await device.goto(`/admin/view-document/${life.other.id}`);
    await expect(device.page.getByRole('heading', { level: 1, name: life.other.title })).toBeVisible();
    await Promise.all([device.settled(life.other), reader.settled()]);
  });
  const since = await reader.page.evaluate(() => performance.timeOrigin);

  await device.cut();
  const address = await test.step('create, reply twice, complete', () => liveOffline(device, life));
  await test.step('closed and opened without network: all there, in pencil', async () => {
    await device.close();
    await device.open('/admin/home', { offline: true });
    await expectAllInPencil(device, { life, address });
  });
  expect(await author.documentsTitled(life.title)).toEqual([]);

  await test.step('the network is back: ink within ten seconds, on the other screen too', async () => {
    await device.goto(address);
    await expect(device.page.getByText('Sem número').first()).toBeVisible();
    await device.restore();
    const [took] = await Promise.all([
      expectAllInk(device, { life, timeout: INK_MS }),
      seesWithoutReloading(reader, { life, since, timeout: INK_MS }),
    ]);
    test.info().annotations.push({ type: 'ink after', description: `${took} ms` });
  });
  await expectOnServer(author, life);
});

test('work is sent once when every answer is lost once and the server is away in between', async ({
  usedDevice,
  apiOf,
  server,
}) => {
  test.setTimeout(300_000);
  const author = await apiOf(PEOPLE.field);
  const life = await prepareLife(author, await apiOf(PEOPLE.manager));
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const reader = await usedDevice(PEOPLE.manager);
  const since = await reader.page.evaluate(() => performance.timeOrigin);
  await device.goto(`/admin/view-document/${life.other.id}`);
  await expect(device.page.getByRole('heading', { level: 1, name: life.other.title })).toBeVisible();
  await Promise.all([device.settled(life.other), reader.settled()]);

  await device.cut();
  const address = await liveOffline(device, life);
  await device.goto(address);
  device.network.add({ methods: ['POST', 'PUT', 'PATCH', 'DELETE'], oncePerKey: true, fault: { kind: 'drop-answer' } });

  await test.step('the first answer is lost, then the server goes away', async () => {
    await device.restore();
    await expect
      .poll(() => device.network.passages.filter((one) => one.fault === 'drop-answer').length, { timeout: PATIENCE_MS })
      .toBeGreaterThan(0);
    await server.stop();
    await wait(AWAY_MS);
    await server.start();
  });

  await test.step('all ink, once each', async () => {
    const [took] = await Promise.all([
      expectAllInk(device, { life, timeout: PATIENCE_MS }),
      seesWithoutReloading(reader, { life, since, timeout: PATIENCE_MS }),
    ]);
    test.info().annotations.push({ type: 'ink after', description: `${took} ms` });
  });
  const lost = device.network.passages.filter((one) => one.fault === 'drop-answer');
  expect(lost.length).toBeGreaterThanOrEqual(4);
  await expectOnServer(author, life);
});

test('work is sent once when the browser is killed with a full queue and again while it sends', async ({
  usedDevice,
  apiOf,
}) => {
  const author = await apiOf(PEOPLE.field);
  const life = await prepareLife(author, await apiOf(PEOPLE.manager));
  const device = await usedDevice(PEOPLE.field, { remember: true });
  await device.writeCookies();
  await device.goto(`/admin/view-document/${life.other.id}`);
  await expect(device.page.getByRole('heading', { level: 1, name: life.other.title })).toBeVisible();
  await device.settled(life.other);

  await device.cut();
  const address = await liveOffline(device, life);
  await test.step('SIGKILL right after the last word', async () => {
    await device.kill();
    await device.open('/admin/home', { offline: true });
    await expectAllInPencil(device, { life, address });
  });

  await test.step('SIGKILL in the middle of the upload', async () => {
    const lift = device.network.add({ methods: ['PATCH'], fault: { kind: 'throttle', bytesPerSecond: 400_000 } });
    await device.restore();
    await expect.poll(() => partsOf(device).length, { timeout: PATIENCE_MS }).toBeGreaterThan(3);
    await device.kill();
    lift();
  });

  await test.step('opened again: ink, once each', async () => {
    await device.open(address);
    await expectAllInk(device, { life, timeout: PATIENCE_MS });
  });
  await expectOnServer(author, life);
  const size = life.files.reduce((sum, file) => sum + file.bytes.length, 0);
  expect(partsOf(device).reduce((sum, part) => sum + part.bodyBytes, 0)).toBeLessThan(size * 1.2);
});

/** What the device sent ahead of its commands. */
function partsOf({ network }: Device) {
  return network.passages.filter(({ method, url }) => method === 'PATCH' && url.startsWith('/api/sync/uploads/'));
}
