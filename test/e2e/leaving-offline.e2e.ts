// "Sair" without a network: the cookie stays in the browser, so the device ends that session at its first contact, before
// anybody can read or write with it.

import { PATHS } from '#contract/paths.ts';
import type { Page } from '@playwright/test';
import type { Device } from './device.ts';
import { expect, PEOPLE, test } from './fixtures.ts';

const SETTLE_MS = 30_000;

/** What the browser's cookie is still good for. */
const statusOf = (page: Page): Promise<number> =>
  page.evaluate(async (path) => (await fetch(path, { headers: { Accept: 'application/json' } })).status, PATHS.user);

/** Calls of the server's own addresses since `from`, in their order. */
const callsSince = (device: Device, from: number): string[] =>
  device.network.passages
    .slice(from)
    .filter(({ url }) => /^\/(?:api|sanctum|logout|health)/.test(url))
    .map(({ method, url }) => `${method} ${url}`);

async function leaveOffline(device: Device): Promise<void> {
  await device.settled();
  await device.cut();
  await device.page.getByRole('button', { name: 'Sair', exact: true }).click();
  await device.page.waitForURL('**/login**');
}

test('back online, the session of the person who left is ended before the login works', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page } = device;
  await leaveOffline(device);
  const before = device.network.passages.length;
  await device.restore();
  await expect.poll(() => statusOf(page).catch(() => 0), { timeout: SETTLE_MS }).toBe(401);
  const calls = callsSince(device, before).filter((call) => call !== `GET ${PATHS.user}`);
  expect(calls.slice(0, 2)).toEqual([`GET ${PATHS.csrfCookie}`, `POST ${PATHS.logout}`]);
  // Somebody else enters, and is who they are.
  await device.logIn(PEOPLE.clerk);
  expect(await statusOf(page)).toBe(200);
  expect(callsSince(device, before).filter((call) => call === `POST ${PATHS.logout}`)).toHaveLength(1);
});

test('the browser is closed before any contact: the next start ends the session first', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.field, { remember: true });
  await leaveOffline(device);
  await device.close();
  const before = device.network.passages.length;
  await device.network.setDown(false);
  device.network.add({ path: /^\/logout/, fault: { kind: 'portal' }, times: 2 });
  await device.open('/login');
  // A captive portal's page is no answer: it is asked again, and until then nothing else goes out.
  const logouts = () => callsSince(device, before).filter((call) => call === `POST ${PATHS.logout}`).length;
  await expect.poll(logouts, { timeout: SETTLE_MS }).toBe(3);
  const calls = callsSince(device, before);
  const until = calls.slice(0, calls.lastIndexOf(`POST ${PATHS.logout}`));
  expect(until.filter((call) => call !== `GET ${PATHS.csrfCookie}` && call !== `POST ${PATHS.logout}`)).toEqual([]);
  await expect.poll(() => statusOf(device.page), { timeout: SETTLE_MS }).toBe(401);
  await device.logIn(PEOPLE.clerk);
});

test('no page is open any more: the sync event ends the session', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page, context } = device;
  const cdp = await context.newCDPSession(page);
  const registrationId = await new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find((one) => one.scopeURL.startsWith(device.network.url));
      if (own !== undefined) resolve(own.registrationId);
    });
    void cdp.send('ServiceWorker.enable');
  });
  await leaveOffline(device);
  const before = device.network.passages.length;
  const empty = await context.newPage();
  await page.close();
  await device.restore();
  const browser = await context.newCDPSession(empty);
  await browser.send('ServiceWorker.enable');
  await browser.send('ServiceWorker.dispatchSyncEvent', {
    origin: device.network.url,
    registrationId,
    tag: 'workbox-background-sync:outbox',
    lastChance: false,
  });
  await expect
    .poll(() => callsSince(device, before), { timeout: SETTLE_MS })
    .toEqual([`GET ${PATHS.csrfCookie}`, `POST ${PATHS.logout}`]);
  await empty.goto(`${device.network.url}${PATHS.health}`);
  expect(await statusOf(empty)).toBe(401);
});
