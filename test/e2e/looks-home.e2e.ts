// The home stays where it is drawn: nothing on it moves without a press, whether its data are on
// the device or still come, with a connection, without one, and when it is lost.

import type { Page } from '@playwright/test';
import type { Device } from './device.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { SIZES } from './looks.ts';

/** Web Vitals calls 0.1 good. Here a row that moves by one line is too much. */
const STEADY = 0.02;

/**
 * Sums what moves without a press, with the elements that moved, from the first paint of every
 * page.
 */
function watchShifts(): void {
  const seen = { sum: 0, moved: [] as string[] };
  Object.assign(window, { shifts: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      seen.sum += entry.value;
      seen.moved.push(...entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? 'gone'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function expectSteady(page: Page, when: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Últimos que recebeu' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const seen = await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await document.fonts.ready;
    await frame();
    await frame();
    return (window as unknown as { shifts: { sum: number; moved: string[] } }).shifts;
  });
  expect.soft(seen.sum, `${when}: ${seen.moved.join(' | ')}`).toBeLessThanOrEqual(STEADY);
}

async function openHome(device: Device, when: string): Promise<void> {
  for (const path of ['/admin/home', '/admin/home?painel=avisos']) {
    await device.goto(path);
    if (path.includes('painel')) await expect(device.page.getByRole('dialog', { name: 'Avisos' })).toBeVisible();
    await expectSteady(device.page, `${when}, ${path}`);
  }
}

test(
  'the home moves nothing while its data come, with the notices and without a network',
  { tag: '@long' },
  async ({ newDevice }) => {
    const device = await newDevice();
    const page = await device.open('/login');
    await page.addInitScript(watchShifts);
    const [phone, , desk] = SIZES;
    await page.setViewportSize(phone);
    await device.goto('/login');
    await device.logIn(PEOPLE.manager);
    await device.readyForOffline();
    await device.settled();
    await expectSteady(page, 'after the first login');
    for (const size of [phone, desk]) {
      await page.setViewportSize(size);
      await openHome(device, `online at ${size.width} px`);
      await device.goto('/admin/home');
      await device.settled();
      await device.cut();
      await expect(page.getByRole('button', { name: 'Sem conexão' }).first()).toBeVisible();
      await expectSteady(page, `when the network is lost at ${size.width} px`);
      await openHome(device, `offline at ${size.width} px`);
      await device.restore();
    }
  },
);
