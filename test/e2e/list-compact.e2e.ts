// The list of documents on a phone and on a tablet: how much of it a screen shows, its one row of
// tools, and how many presses lead to what is done most.

import type { Page } from '@playwright/test';
import { documentOf } from './document-of.ts';
import { fingerOn } from './finger.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { countedMouse, reply } from './gestures.ts';
import { LAYOUTS } from './overlays.ts';

const LIST = '/admin/manage-documents';

type Measures = { readonly first: number; readonly whole: number };

/** Where the first row begins, and how many are seen whole above the menu at the foot. */
async function measured(page: Page): Promise<Measures> {
  await expect(page.locator('main [data-row]').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('main [data-row]')].map((row) => row.getBoundingClientRect());
    const menu = document.querySelector('nav[aria-label="Menu principal"]')?.getBoundingClientRect();
    const foot = menu !== undefined && menu.top > innerHeight / 2 ? menu.top : innerHeight;
    return { first: rows[0]?.top ?? Infinity, whole: rows.filter(({ bottom }) => bottom <= foot).length };
  });
}

for (const person of ['clerk', 'admin'] as const) {
  test(
    `the first document of a ${person} is within 200 px, and a phone shows four whole`,
    { tag: '@long' },
    async ({ usedDevice }) => {
      const device = await usedDevice(PEOPLE[person]);
      const { page } = device;
      for (const order of ['', '?order_by_limit_date=asc', '?search=de']) {
        const others = `${order === '' ? '?' : `${order}&`}scope=others`;
        const address = `${LIST}${person === 'admin' ? others : order}`;
        await page.setViewportSize(LAYOUTS.phone);
        await device.goto(address);
        const phone = await measured(page);
        expect(phone.first, address).toBeLessThanOrEqual(200);
        expect(phone.whole, address).toBeGreaterThanOrEqual(4);
        await page.setViewportSize(LAYOUTS.tablet);
        const tablet = await measured(page);
        expect(tablet.first, address).toBeLessThanOrEqual(200);
      }
    },
  );
}

test('a finger held on a document ticks it and opens nothing; a short one opens it', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.clerk);
  const { page } = device;
  const tap = await fingerOn(page);
  await device.goto(LIST);
  // What others have written since this profile was kept comes above its first row.
  await device.settled();
  const first = page.locator('main [data-row]').first();
  await expect(first).toBeVisible();
  const row = page.locator(`main [data-row="${await first.getAttribute('data-row')}"]`);
  const { x, y } = (await row.boundingBox()) ?? { x: 0, y: 0 };
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 60, y: y + 24 }] });
  await expect(page.getByText('1 item foi selecionado').first()).toBeVisible();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(row.getByRole('checkbox', { name: /^Selecionar / })).toBeChecked();
  expect(new URL(page.url()).pathname).toBe(LIST);
  await tap(page.getByRole('button', { name: 'Limpar seleção' }));
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await tap(page.locator('main [data-row] a').first());
  await page.waitForURL('**/admin/view-document/**');
});

test('/ opens the search of a tablet, Escape leaves it, and the keys mark a row whole', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.clerk);
  const { page } = device;
  await page.setViewportSize(LAYOUTS.tablet);
  await device.goto(LIST);
  await device.settled();
  const row = page.locator('main [data-row]').first();
  await expect(row).toBeVisible();
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Buscar nos documentos' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Buscar nos documentos' })).toBeFocused();
  for (const size of [LAYOUTS.tablet, LAYOUTS.desk]) {
    await page.setViewportSize(size);
    // The rows are drawn anew for another layout, a frame after the window has its size.
    await expect(page.getByRole('table')).toHaveCount(size === LAYOUTS.desk ? 1 : 0);
    await page.keyboard.press('Home');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('j');
    await expect(row.locator('a').first()).toBeFocused();
    const ring = await row.evaluate((element) => {
      const link = element.querySelector('a');
      const drawn = link === null ? null : getComputedStyle(link, '::after');
      const box = element.getBoundingClientRect();
      return {
        isOnWords: link !== null && getComputedStyle(link).outlineStyle !== 'none',
        style: drawn?.outlineStyle,
        fills: Math.abs(Number.parseFloat(drawn?.height ?? '0') - box.height) <= 4,
      };
    });
    expect(ring).toEqual({ isOnWords: false, style: 'solid', fills: true });
  }
});

test('a transfer from the list of a phone takes three presses', async ({ usedDevice, apiOf }) => {
  const api = await apiOf(PEOPLE.clerk);
  const { title } = await documentOf(await apiOf(PEOPLE.manager), { title: 'Transferir em três', responsible: api });
  const device = await usedDevice(PEOPLE.clerk);
  const { page } = device;
  const { press, presses } = countedMouse();
  await page.setViewportSize(LAYOUTS.phone);
  await device.goto(LIST);
  await press(page.getByRole('button', { name: `Mais opções de ${title}` }));
  await press(page.getByRole('menuitem', { name: 'Transferir' }));
  await expect(page.getByRole('combobox', { name: 'Responsável' })).toBeFocused();
  await page.keyboard.type('caio');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page.getByRole('button', { name: 'Enviar', exact: true }));
  await expect(page.getByText('Documento transferido').first()).toBeVisible();
  expect(presses()).toBeLessThanOrEqual(3);
});

test('the words of a reply are found and opened with two presses', async ({ usedDevice, apiOf }) => {
  const api = await apiOf(PEOPLE.clerk);
  const { id, title } = await documentOf(await apiOf(PEOPLE.manager), { title: 'Poste torto', responsible: api });
  const device = await usedDevice(PEOPLE.clerk);
  const { page } = device;
  await device.goto(`/admin/view-document/${id}`);
  await reply(page, 'O caminhão ipeúna chega às sete.');
  const { press, presses } = countedMouse();
  await page.setViewportSize(LAYOUTS.phone);
  await device.goto(LIST);
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await press(page.getByRole('link', { name: 'Buscar' }));
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('ipeúna');
  await press(page.getByRole('link', { name: title }));
  await page.waitForURL(`**/admin/view-document/${id}**`);
  await expect(page.getByText('O caminhão ipeúna chega às sete.')).toBeVisible();
  expect(presses()).toBe(2);
});

test(
  'every screen has one left edge, and the bar of ticked rows is one row on a wide screen',
  { tag: '@long' },
  async ({ usedDevice, apiOf }) => {
    // One that its person may transfer, so that the bar has all of its buttons.
    await documentOf(await apiOf(PEOPLE.manager), { title: 'Barra inteira', responsible: await apiOf(PEOPLE.clerk) });
    const device = await usedDevice(PEOPLE.clerk);
    const { page } = device;
    const edges = async (path: string) => {
      await device.goto(path);
      await expect(page.locator('main h1')).toBeVisible();
      const lefts = page
        .locator('main h1, footer a')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
      return [(await lefts)[0], (await lefts)[1]];
    };
    for (const [size, left] of [
      [LAYOUTS.desk, 288],
      [LAYOUTS.tablet, 112],
    ] as const) {
      await page.setViewportSize(size);
      for (const path of ['/admin/home', LIST]) expect([path, ...(await edges(path))]).toEqual([path, left, left]);
    }
    await page.setViewportSize(LAYOUTS.desk);
    await device.goto(LIST);
    await expect(page.getByRole('link', { name: /^Barra inteira/ })).toBeVisible();
    for (const at of [1, 2, 3]) {
      await page
        .getByRole('checkbox', { name: /^Selecionar / })
        .nth(at)
        .check({ force: true });
    }
    const bar = page.getByRole('region', { name: 'Itens selecionados' });
    await expect(bar.getByRole('button', { name: 'Transferir' })).toBeVisible();
    const tops = await bar.locator('button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect(new Set(tops.map(({ y, height }) => y + height / 2)).size).toBe(1);
  },
);

test(
  'the create button covers nothing of a tablet, and the pill of a phone ends at the margin',
  { tag: '@long' },
  async ({ usedDevice }) => {
    const device = await usedDevice(PEOPLE.clerk);
    const { page } = device;
    await page.setViewportSize(LAYOUTS.tablet);
    const models = page.getByRole('list', { name: 'Modelos de documento' });
    await models.scrollIntoViewIfNeeded();
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('main li button, main li a')].flatMap((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const met = document.elementFromPoint(x + width / 2, y + height / 2);
        return met?.closest('a[href="/admin/create-documents"]') === null ? [] : met === null ? [] : [one.textContent];
      }),
    );
    expect(covered).toEqual([]);
    await page.setViewportSize(LAYOUTS.phone);
    await device.network.setDown(true);
    await device.goto('/admin/outbox');
    const pill = page.getByRole('button', { name: /Sem conexão/ }).first();
    await expect(pill).toBeVisible();
    const box = await pill.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390 - 16);
  },
);
