// Battery and bytes: the tabs of a device share one event stream, and a device whose tabs are all
// hidden sends no request.

import { PATHS } from '#contract/paths.ts';
import type { Page } from '@playwright/test';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { outboxOf } from '../kills/outbox-of.ts';

const PATIENCE_MS = 30_000;
/** Several polls of a page that is seen. */
const SEEN_MS = 130_000;
/** Of a device in a pocket. */
const HIDDEN_MS = 3_600_000;
const SERVER = /^\/(?:api|sanctum|health|logout)/;

/**
 * The browser tells the page that it is seen, or not. Browsers without windows never do that by
 * themselves.
 */
async function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => to === 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/**
 * The page has done what it does without waiting: it has read its mirror, and requests that it made
 * have left.
 */
async function hasActed(page: Page): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    await outboxOf(page);
    await page.evaluate(async () => void (await fetch('/nothing-here')));
  }
}

test('two tabs share one event stream, and ask the server nothing for an hour in which nobody sees them', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.manager);
  const { page, context, network } = device;
  const streams = () => network.passages.filter(({ url }) => url === PATHS.events);
  const open = () => streams().filter(({ status, isOver }) => status === 200 && !isOver).length;
  const asked = () => network.passages.filter(({ url }) => SERVER.test(url)).length;
  const polls = () => network.passages.filter(({ url }) => url.startsWith(PATHS.changes)).length;

  await context.clock.install();
  await device.goto('/admin/home');
  await expect(page.getByText('Suas atualizações')).toBeVisible();
  await expect.poll(open, { timeout: PATIENCE_MS }).toBe(1);
  const other = await context.newPage();
  await other.goto(`${network.url}/admin/home`);
  await expect(other.getByText('Suas atualizações')).toBeVisible();
  const tabs = [page, other];

  await test.step('both are seen: one stream, and polls', async () => {
    const [opened, before] = [streams().length, polls()];
    for (const tab of tabs) await tab.clock.fastForward(SEEN_MS);
    await expect.poll(polls, { timeout: PATIENCE_MS }).toBeGreaterThan(before);
    for (const tab of tabs) await hasActed(tab);
    expect([open(), streams().length]).toEqual([1, opened]);
    // Files that are being kept ahead are fetched to the end, seen or not.
    await device.settled();
  });

  await test.step('the tab that listens is hidden: the other one listens', async () => {
    const opened = streams().length;
    await show(page, 'hidden');
    await expect.poll(() => streams().length, { timeout: PATIENCE_MS }).toBe(opened + 1);
    await expect.poll(open, { timeout: PATIENCE_MS }).toBe(1);
  });

  await test.step('both are hidden: no stream, no question', async () => {
    await show(other, 'hidden');
    await expect.poll(open, { timeout: PATIENCE_MS }).toBe(0);
    for (const tab of tabs) await hasActed(tab);
    await expect.poll(() => network.passages.filter(({ isOver }) => !isOver).length, { timeout: PATIENCE_MS }).toBe(0);
    const before = asked();
    for (const tab of tabs) await tab.clock.fastForward(HIDDEN_MS);
    for (const tab of tabs) await hasActed(tab);
    expect(network.passages.filter(({ url }) => SERVER.test(url)).slice(before)).toEqual([]);
  });

  await test.step('seen again: what is new is asked for at once', async () => {
    const before = polls();
    await show(other, 'visible');
    await expect.poll(polls, { timeout: PATIENCE_MS }).toBeGreaterThan(before);
    await expect.poll(open, { timeout: PATIENCE_MS }).toBe(1);
  });
});
