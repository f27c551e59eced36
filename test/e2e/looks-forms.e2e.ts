// A field that gets the focus can be seen: the bar of its form and the menu at the foot of a phone
// do not cover it.

import type { Page } from '@playwright/test';
import { expect, PEOPLE, test } from './fixtures.ts';

/**
 * What stays on its place while the page scrolls and covers the middle of the focused element; null
 * when nothing does.
 */
function whatCoversFocus(): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  // A box that is drawn by its label has an input of one pixel.
  const drawn = focused.closest('label') ?? focused;
  const { x, y, width, height } = drawn.getBoundingClientRect();
  const [middle, line] = [x + width / 2, y + height / 2];
  if (line < 0 || line > innerHeight) return `outside the window: ${drawn.outerHTML.slice(0, 80)}`;
  let above = document.elementFromPoint(middle, line);
  while (above !== null && !['fixed', 'sticky'].includes(getComputedStyle(above).position)) above = above.parentElement;
  return above === null || above.contains(focused)
    ? null
    : `${drawn.outerHTML.slice(0, 80)} is under ${above.className}`;
}

/**
 * Walks through the page with Tab until the focus is at the button that sends the form, and back.
 */
async function walk(page: Page, last: string): Promise<void> {
  const isLast = () => page.evaluate((name) => document.activeElement?.textContent?.includes(name) === true, last);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop < 60; stop += 1) {
      await page.keyboard.press(key);
      const covered = await page.evaluate(whatCoversFocus);
      expect.soft(covered, `${key} at ${page.viewportSize()?.width} px`).toBeNull();
      if (key === 'Tab' ? await isLast() : await page.evaluate(() => document.activeElement?.closest('main') === null))
        break;
    }
  }
}

test('the focus is never behind the foot of a form, at 390 and at 320 px', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  for (const [width, path, title, last] of [
    [390, '/admin/create-documents', 'Criar documento', 'texto'],
    [390, '/admin/create-users', 'Criar usuário', 'Cancelar'],
    [320, '/admin/create-documents', 'Criar documento', 'texto'],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await device.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await walk(page, last);
  }
});
