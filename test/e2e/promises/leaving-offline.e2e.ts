// "Sair" without a network: the cookie stays in the browser. The device therefore ends that session
// at its first contact, before anything can be read or written with it.

import { PATHS } from '#contract/paths.ts';
import type { Page } from '@playwright/test';
import type { Device } from '../device.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';

const SETTLE_MS = 30_000;

/**
 * Status of the server's answer to the cookie that the browser has: 200 with a session, 401
 * without.
 */
const statusOf = (page: Page): Promise<number> =>
  page.evaluate(async (path) => (await fetch(path, { headers: { Accept: 'application/json' } })).status, PATHS.user);

/**
 * Calls to the addresses of the server (no files of the client) since the passage `from`, in order:
 * `GET /api/user`.
 */
const callsSince = (device: Device, from: number): string[] =>
  device.network.passages
    .slice(from)
    .filter(({ url }) => /^\/(?:api|sanctum|logout|health)/.test(url))
    .map(({ method, url }) => `${method} ${url}`);

async function leaveOffline(device: Device): Promise<void> {
  await device.settled();
  await device.cut();
  await device.page.getByRole('button', { name: 'Sair', exact: true }).click();
  const question = device.page.getByRole('alertdialog', { name: 'Sair sem internet?' });
  await question.getByRole('button', { name: 'Sair', exact: true }).click();
  await device.page.waitForURL('**/login**');
  await expect(device.page.getByText('Entrar precisa de internet.')).toBeVisible();
}

test('after a logout without network the session is ended as soon as the network is back, before a login works', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page } = device;
  await leaveOffline(device);
  const before = device.network.passages.length;
  await device.restore();
  await expect.poll(() => statusOf(page).catch(() => 0), { timeout: SETTLE_MS }).toBe(401);
  const calls = callsSince(device, before).filter((call) => call !== `GET ${PATHS.user}`);
  expect(calls.slice(0, 2)).toEqual([`GET ${PATHS.csrfCookie}`, `POST ${PATHS.logout}`]);
  // Another person logs in and gets their own session.
  await device.logIn(PEOPLE.clerk);
  expect(await statusOf(page)).toBe(200);
  expect(callsSince(device, before).filter((call) => call === `POST ${PATHS.logout}`)).toHaveLength(1);
});

test('after a logout without network and a closed browser, the next start ends the session before anything else', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.field, { remember: true });
  await leaveOffline(device);
  await device.goto('/login');
  await expect(device.page.getByText('Entrar precisa de internet.')).toBeVisible();
  await expect(device.page.getByText('Sem conexão: para entrar é preciso internet.')).toBeVisible();
  await expect(device.page.getByRole('button', { name: 'entrar', exact: true })).toBeDisabled();
  await device.close();
  const before = device.network.passages.length;
  await device.network.setDown(false);
  device.network.add({ path: /^\/logout/, fault: { kind: 'portal' }, times: 2 });
  await device.open('/login');
  // The page of a captive portal is no answer: the logout is sent again, and nothing else is sent
  // before it succeeds but the question whether anybody is still logged in (S113).
  const logouts = () => callsSince(device, before).filter((call) => call === `POST ${PATHS.logout}`).length;
  await expect.poll(logouts, { timeout: SETTLE_MS }).toBe(3);
  const calls = callsSince(device, before);
  const until = calls.slice(0, calls.lastIndexOf(`POST ${PATHS.logout}`));
  const settling = [`GET ${PATHS.csrfCookie}`, `POST ${PATHS.logout}`, `GET ${PATHS.user}`];
  expect(until.filter((call) => !settling.includes(call))).toEqual([]);
  await expect.poll(() => statusOf(device.page), { timeout: SETTLE_MS }).toBe(401);
  await device.logIn(PEOPLE.clerk);
});

test('after a logout without network and with no page open, the sync event ends the session', async ({
  usedDevice,
}) => {
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
  // The logout has arrived, and the server may still be ending the session.
  await expect.poll(() => statusOf(empty), { timeout: SETTLE_MS }).toBe(401);
});
