// Every screen in every size and theme: nothing serious for axe, no sideways scrolling, and a picture of each in
// node_modules/.cache/screens for the eye.

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import type { Page } from '@playwright/test';
import type { Device } from './device.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { reply } from './gestures.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const THEMES = ['light', 'dark'] as const;
const PICTURES = fileURLToPath(new URL('../../node_modules/.cache/screens/', import.meta.url));

/** What makes the page scroll sideways: the innermost elements that end beyond its edge; none when it does not scroll. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right + window.scrollX > clientWidth + 0.5,
    );
    const innermost = out.filter((element) => !out.some((other) => other !== element && element.contains(other)));
    return innermost.map((element) => `${element.outerHTML.slice(0, 120)} ends ${scrollWidth - clientWidth} px beyond`);
  });
}

async function lookAt(device: Device, { name, path }: { name: string; path: string }): Promise<void> {
  const { page } = device;
  for (const size of SIZES)
    for (const colorScheme of THEMES) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await device.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const look = `${name}-${size.width}-${colorScheme}`;
      await page.screenshot({ path: `${PICTURES}${look}.png` });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
      const words = grave.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`);
      expect.soft(words, look).toEqual([]);
      expect.soft(await sticksOut(page), `${look} scrolls sideways`).toEqual([]);
    }
}

test('screens: axe, sizes, themes', async ({ newDevice, apiOf }) => {
  test.setTimeout(300_000);
  mkdirSync(PICTURES, { recursive: true });
  const api = await apiOf(PEOPLE.manager);
  const { data } = await api.get<DocumentPage>(`${PATHS.documents}?status=under_review`);
  const document = data[0];
  if (document === undefined) throw new Error('no demonstration document under review');
  const device = await newDevice();

  await device.open('/login');
  await lookAt(device, { name: 'login', path: '/login' });
  await device.logIn(PEOPLE.manager);
  await lookAt(device, { name: 'home', path: '/admin/home' });
  await lookAt(device, { name: 'list', path: '/admin/manage-documents' });
  await lookAt(device, { name: 'detail', path: `/admin/view-document/${document.id}` });
  await lookAt(device, { name: 'create', path: '/admin/create-documents' });

  await test.step('without network, with work in pencil', async () => {
    await device.page.setViewportSize(SIZES[2]);
    await device.readyForOffline();
    await device.goto(`/admin/view-document/${document.id}`);
    await device.cut();
    await reply(device.page, 'Resposta a lápis, esperando conexão.');
    await lookAt(device, { name: 'detail-pencil', path: `/admin/view-document/${document.id}` });
    await lookAt(device, { name: 'outbox', path: '/admin/outbox' });
    await lookAt(device, { name: 'home-offline', path: '/admin/home' });
  });
});
