// A browser that translates the page by itself puts each text node into elements of its own, behind
// the back of React.

import type { Page } from '@playwright/test';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { complete, expectInk, expectPencil, messageWith, reply } from './gestures.ts';

/**
 * Does to the page what the translators of Chromium and of its extensions do, now and to whatever
 * is drawn later.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isKept = (node: Node) =>
      node.parentElement === null ||
      node.parentElement.closest('[translate="no"], [contenteditable], font, script, style, textarea') !== null;
    function wrap() {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
      for (const text of found) {
        if (isKept(text) || text.data.trim() === '') continue;
        const inner = document.createElement('font');
        const outer = document.createElement('font');
        outer.append(inner);
        text.before(outer);
        inner.append(text);
      }
    }
    wrap();
    new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true });
  });
}

test('a translated page goes on: a reply without network and its sending, filters, the palette, completion', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Poda das árvores', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible();
  await device.settled(made);
  await translate(page);
  await device.cut();
  await reply(page, 'Feita ontem.');
  await expectPencil(messageWith(page, 'Feita ontem.'));
  await device.restore();
  await expectInk(messageWith(page, 'Feita ontem.'), 30_000);
  await complete(page);
  await page.locator("a[href='/admin/manage-documents']:visible").first().click();
  await expect(page.locator('main [data-row]').first()).toBeVisible();
  await page.getByRole('button', { name: /^Vencimento/ }).click();
  await page.getByRole('button', { name: /^Vencimento/ }).click();
  await page.getByRole('button', { name: 'Filtros' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('poda');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Esta tela não abriu' })).toHaveCount(0);
  expect(device.troubles).toEqual([]);
});
