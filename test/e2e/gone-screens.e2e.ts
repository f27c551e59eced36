// A page stays open for a day of work: what was on its screens does not stay in its memory.

import { expect, PEOPLE, test } from './fixtures.ts';

declare global {
  var gone: WeakRef<Element> | undefined;
}

test('a screen that goes while something on it changes its colour leaves nothing in memory', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.manager);
  await device.goto('/admin/manage-documents');
  const { page } = device;
  await expect(page.locator('main [data-row]').first()).toBeVisible();
  await page.evaluate(async () => {
    const row = document.querySelector<HTMLElement>('main [data-row]');
    if (row === null) throw new Error('there is no row');
    globalThis.gone = new WeakRef(row);
    const begun = new Promise((resolve) => row.addEventListener('transitionrun', resolve, { once: true }));
    // Two properties, of whose ends the kit hears one.
    row.style.transition = 'color 600s, background-color 600s';
    row.getBoundingClientRect();
    row.style.color = row.style.backgroundColor = 'teal';
    await begun;
  });
  await page.locator("a[href='/admin/home']").last().click();
  await expect(page.getByText('Suas atualizações')).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  await expect(async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    expect(await page.evaluate(() => globalThis.gone?.deref() === undefined)).toBe(true);
  }).toPass({ timeout: 60_000 });
});
