// A start shows how its screen looked when it was last at rest, until the application has drawn it (S148). Another window holds the
// mirror meanwhile, so that the application cannot begin.

import type { Page } from '@playwright/test';
import type { Device } from './device.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { holdMirror } from './hold-mirror.ts';
import { pictureKept } from './kept-picture.ts';

const SCREENS = [
  { path: '/admin/home', name: 'homePicture', row: "section[aria-labelledby='recebidos'] [data-row]" },
  { path: '/admin/manage-documents', name: 'listPicture', row: 'main [data-row]' },
] as const;

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

const picture = (page: Page) => page.locator('#picture');

/** How many pixels of two pictures of a page differ. */
function differentPixels(page: Page, pictures: readonly [Buffer, Buffer]): Promise<number> {
  return page.evaluate(
    async (texts) => {
      const [one, other] = await Promise.all(
        texts.map(async (text) => {
          const image = new Image();
          image.src = `data:image/png;base64,${text}`;
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context?.drawImage(image, 0, 0);
          return new Uint32Array(context?.getImageData(0, 0, image.width, image.height).data.buffer ?? []);
        }),
      );
      return one?.reduce((sum, pixel, at) => (pixel === other?.[at] ? sum : sum + 1), 0) ?? Number.NaN;
    },
    pictures.map((picture) => picture.toString('base64')),
  );
}

/** Opens a tab, whose first page has the splash. */
async function openedTab(from: Page, { path, size }: { path: string; size: { width: number; height: number } }) {
  const tab = await from.context().newPage();
  await tab.setViewportSize(size);
  await tab.goto(new URL(path, from.url()).href, { waitUntil: 'commit' });
  return tab;
}

for (const size of SIZES) {
  test(`at ${size.width} px a start shows the picture of its screen, as the application draws it then`, async ({
    usedDevice,
  }) => {
    const device = await usedDevice(PEOPLE.manager, { remember: true });
    const { page } = device;
    await page.setViewportSize(size);
    for (const { path, name, row } of SCREENS) {
      await device.goto(path);
      await expect(page.locator(row).first()).toBeVisible();
      await device.settled();
      await pictureKept(page, name);
      const other = await holdMirror(device, 'walk');
      const tab = await openedTab(page, { path, size });
      await expect(picture(tab)).toBeVisible();
      await expect(picture(tab)).toHaveAttribute('inert');
      await expect(tab.locator('#root h1')).toHaveCount(0);
      await tab.evaluate(() => document.getElementById('splash')?.remove());
      const shown = await tab.screenshot({ animations: 'disabled' });
      await other.close();
      await expect(tab.locator(row).first()).toBeVisible();
      await expect(picture(tab)).toHaveCount(0);
      await expect(async () => {
        await tab.evaluate(() => {
          for (const part of document.querySelectorAll<HTMLElement>('[data-now]')) part.style.visibility = 'hidden';
        });
        const drawn = await tab.screenshot({ animations: 'disabled' });
        // The edge of a rounded corner may fall differently.
        expect(await differentPixels(tab, [shown, drawn])).toBeLessThan(50);
      }).toPass({ timeout: 10_000 });
      await tab.close();
    }
  });
}

/** A start of the list whose picture is seen, while the mirror is held, and where its first document stands. */
async function picturedList(device: Device) {
  const { page } = device;
  const [size] = SIZES;
  const [, { path, name, row }] = SCREENS;
  await page.setViewportSize(size);
  await device.goto(path);
  await expect(page.locator(row).first()).toBeVisible();
  await device.settled();
  await pictureKept(page, name);
  const link = page.locator(`${row} a`).first();
  const address = await link.getAttribute('href');
  const place = await link.boundingBox();
  if (address === null || place === null) throw new Error('the list shows no document');
  const other = await holdMirror(device, 'walk');
  const tab = await openedTab(page, { path, size });
  await expect(picture(tab)).toBeVisible();
  const at = (to: string) => new URL(to, page.url()).href;
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  return { tab, other, row, x, y, document: at(address), list: at(path) };
}

test('a document that is pressed on the picture is opened when the application is there', async ({ usedDevice }) => {
  const { tab, other, row, x, y, document, list } = await picturedList(
    await usedDevice(PEOPLE.manager, { remember: true }),
  );
  await tab.evaluate(() => globalThis.document.getElementById('splash')?.remove());
  await tab.mouse.click(x, y);
  await expect(tab).toHaveURL(list);
  await other.close();
  await expect(tab).toHaveURL(document);
  await expect(tab.locator('main article').first()).toBeVisible();
  await tab.goBack();
  await expect(tab.locator(row).first()).toBeVisible();
});

for (const [what, after] of [
  ['something else is pressed after it', async ({ mouse }) => mouse.click(20, 20)],
  ['a key is pressed after it', async ({ keyboard }) => keyboard.press('Tab')],
  [
    'the pointer then goes down there and is lifted elsewhere',
    async ({ mouse }, { x, y }) => {
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x, y + 160);
      await mouse.up();
    },
  ],
] satisfies [string, (page: Page, place: { x: number; y: number }) => Promise<void>][]) {
  test(`a document that was pressed on the picture is not opened when ${what}`, async ({ usedDevice }) => {
    const { tab, other, row, list, ...place } = await picturedList(
      await usedDevice(PEOPLE.manager, { remember: true }),
    );
    await tab.evaluate(() => globalThis.document.getElementById('splash')?.remove());
    await tab.mouse.click(place.x, place.y);
    await after(tab, place);
    await other.close();
    await expect(tab.locator(row).first()).toBeVisible();
    await expect(picture(tab)).toHaveCount(0);
    await expect(tab).toHaveURL(list);
  });
}

test('a press that begins on the splash opens nothing', async ({ usedDevice }) => {
  const { tab, other, row, x, y, list } = await picturedList(await usedDevice(PEOPLE.manager, { remember: true }));
  await tab.evaluate(() => {
    const splash = globalThis.document.getElementById('splash') ?? globalThis.document.createElement('div');
    Object.assign(splash, { id: 'splash', className: 'splash' });
    globalThis.document.body.prepend(splash);
  });
  await tab.mouse.move(x, y);
  await tab.mouse.down();
  await tab.evaluate(() => globalThis.document.getElementById('splash')?.remove());
  await tab.mouse.up();
  await other.close();
  await expect(tab.locator(row).first()).toBeVisible();
  await expect(picture(tab)).toHaveCount(0);
  await expect(tab).toHaveURL(list);
});
