// Figures of the product that only a browser with a layout can show: sizes, layers, steps and what
// covers what.

import type { Locator, Page } from '@playwright/test';
import { expect, PEOPLE, test } from './fixtures.ts';
import { SIZES } from './looks.ts';

const [PHONE, , DESK] = SIZES;

/** Where `list` stands once the scrolling that `act` causes has ended and the list has snapped. */
async function scrolledBy(list: Locator, act: () => Promise<void>): Promise<number> {
  await list.evaluate((element) => {
    const ended = new Promise<number>((resolve) => {
      element.addEventListener('scrollend', () => resolve(element.scrollLeft), { once: true });
    });
    Object.assign(window, { ended });
  });
  await act();
  return list.page().evaluate(() => (window as unknown as { ended: Promise<number> }).ended);
}

const layerOf = (element: Locator) =>
  element.evaluate((found) => {
    for (let at: Element | null = found; at !== null; at = at.parentElement) {
      const { zIndex } = getComputedStyle(at);
      if (zIndex !== 'auto') return Number(zIndex);
    }
    return 0;
  });

test('a press of a carousel button moves its list by 150 px, and back', async ({ usedDevice }) => {
  const { page } = await usedDevice(PEOPLE.admin);
  await page.setViewportSize(PHONE);
  for (const title of ['Modelos de documento', 'Fluxo de documentos']) {
    const list = page.getByRole('list', { name: title });
    const button = (name: string) => page.getByRole('button', { name: `${title}: ${name}` });
    await list.scrollIntoViewIfNeeded();
    expect(await scrolledBy(list, () => button('próximos').click())).toBe(150);
    expect(await scrolledBy(list, () => button('anteriores').click())).toBe(0);
  }
});

test('the notices are a modal of 400 by 481 px on layer 100', async ({ usedDevice }) => {
  const { page } = await usedDevice(PEOPLE.admin);
  await page.setViewportSize(DESK);
  await page.getByRole('button', { name: /^Avisos/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Avisos' });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  // The border belongs to it.
  const size = () =>
    dialog.locator('..').evaluate((box) => [(box as HTMLElement).offsetWidth, (box as HTMLElement).offsetHeight]);
  await expect.poll(size).toEqual([400, 481]);
  expect(await layerOf(dialog)).toBe(100);
});

/** This is not the first day on this device, and nothing was asked yet. */
async function haveComeBefore(): Promise<void> {
  const answerOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await answerOf(indexedDB.open('malote-device'));
  const [name = ''] = database.objectStoreNames;
  const facts = database.transaction(name, 'readwrite').objectStore(name);
  const [key = ''] = await answerOf(facts.getAllKeys());
  await answerOf(facts.put({ ...(await answerOf(facts.get(key))), visits: 3, installAskedOn: null }, key));
  database.close();
}

/** The day on which the invitation was seen; null for none. */
async function shownOn(): Promise<string | null> {
  const answerOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await answerOf(indexedDB.open('malote-device'));
  const [name = ''] = database.objectStoreNames;
  const facts = database.transaction(name).objectStore(name);
  const [key = ''] = await answerOf(facts.getAllKeys());
  const { installAskedOn } = await answerOf(facts.get(key));
  database.close();
  return installAskedOn;
}

/** The browser offers to install the application; without this event it never does in a test. */
async function offerInstall(page: Page): Promise<void> {
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        Object.assign(window, { asked: true });
        return Promise.resolve();
      },
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    dispatchEvent(offer);
  });
}

const INVITATION = 'Instalar o aplicativo';

test('the install prompt is a modal of 806 by 113 px on layer 100 of a desktop, and "instalar" asks the browser', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  await page.setViewportSize(DESK);
  await page.evaluate(haveComeBefore);
  await device.goto('/admin/home');
  await expect(page.getByText('Suas atualizações')).toBeVisible();
  await offerInstall(page);
  const prompt = page.getByRole('dialog', { name: INVITATION });
  await expect(prompt).toBeVisible();
  const size = () =>
    prompt.locator('..').evaluate((box) => [(box as HTMLElement).offsetWidth, (box as HTMLElement).offsetHeight]);
  await expect.poll(size).toEqual([806, 113]);
  expect(await layerOf(prompt)).toBe(100);
  await expect(prompt.getByRole('button', { name: 'Agora não' })).toBeVisible();
  await prompt.getByRole('button', { name: 'instalar' }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { asked?: boolean }).asked)).toBe(true);
});

test('on a phone the install prompt stands under the greeting, and counts only once it was seen', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  await page.setViewportSize(PHONE);
  await page.evaluate(haveComeBefore);
  await device.goto('/admin/home');
  const models = page.getByRole('list', { name: 'Fluxo de documentos' });
  await models.scrollIntoViewIfNeeded();
  await expect(page.locator('h1')).not.toBeInViewport();
  await offerInstall(page);
  const prompt = page.getByRole('region', { name: INVITATION });
  await expect(prompt).toBeAttached();
  await expect(prompt).not.toBeInViewport();
  expect(await page.evaluate(shownOn)).toBeNull();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(prompt).toBeInViewport({ ratio: 1 });
  await expect.poll(() => page.evaluate(shownOn)).not.toBeNull();
  const [greeting, tiles] = [page.locator('h1'), page.getByText('Suas atualizações')];
  const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
  expect([await topOf(greeting), await topOf(prompt), await topOf(tiles)]).toEqual(
    [await topOf(greeting), await topOf(prompt), await topOf(tiles)].toSorted((left, right) => left - right),
  );
});

for (const { path, button, fields, hasHuman } of [
  { path: '/login', button: 'entrar', fields: { 'E-mail': 'ninguem@pmvi.example', Senha: 'segredo1' }, hasHuman: true },
  { path: '/recover-password', button: 'Solicitar', fields: { 'E-mail': 'ninguem@pmvi.example' }, hasHuman: true },
  {
    path: '/password-reset/abc?email=ninguem%40pmvi.example',
    button: 'Criar',
    fields: { 'Nova senha': 'segredo1', 'Repetir a senha': 'segredo1' },
    hasHuman: false,
  },
]) {
  test(`while ${path} waits for its answer a loader on layer 99 covers the screen`, async ({ newDevice }) => {
    const device = await newDevice();
    const page = await device.open(path);
    for (const [label, words] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(words);
    if (hasHuman) await page.locator('altcha-widget label').first().click();
    let answer = () => undefined as void;
    const waits = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/(?:login|forgot-password|reset-password)$/, async (route) => {
      if (route.request().method() === 'POST') await waits;
      await route.continue();
    });
    await page.getByRole('button', { name: button, exact: true }).click();
    const loader = page.getByRole('progressbar', { name: 'Aguardando o servidor' });
    await expect(loader).toBeVisible();
    expect(await layerOf(loader)).toBe(99);
    const { width, height } = page.viewportSize() ?? DESK;
    const isCovered = await loader.evaluate(
      (line, corners) => {
        const cover = line.parentElement;
        return corners.every(([x = 0, y = 0]) => document.elementFromPoint(x, y) === cover);
      },
      [
        [1, 1],
        [width - 2, height - 2],
      ],
    );
    expect(isCovered).toBe(true);
    answer();
    await expect(loader).toBeHidden();
  });
}

test('the calendar of the filter begins in January 2024, goes down to 2000 and takes the 15th of another month', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  await device.goto('/admin/manage-documents?painel=datas');
  await page.getByRole('button', { name: /^De dd/ }).click();
  await expect(page.getByRole('combobox', { name: 'Ano' })).toBeVisible();
  const years = page.getByRole('combobox', { name: 'Ano' }).locator('option');
  const open = await years.evaluateAll((found) =>
    found.flatMap((one) => ((one as HTMLOptionElement).disabled ? [] : [(one as HTMLOptionElement).value])),
  );
  expect(Math.min(...open.map(Number))).toBe(2024);
  expect(Math.min(...(await years.allTextContents()).map(Number))).toBe(2000);
  await page.getByRole('combobox', { name: 'Ano' }).selectOption('2024');
  await page.getByRole('combobox', { name: 'Mês' }).selectOption('1');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveText('15');
  await expect(page.getByRole('button', { name: 'Mês anterior' })).toBeDisabled();
});

test('on a phone the logo of the tenant is at the top of home and lists, and leads home', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  await page.setViewportSize(PHONE);
  for (const path of ['/admin/home', '/admin/manage-documents']) {
    await device.goto(path);
    const mark = page.getByRole('link', { name: /: ir para o início$/ });
    await expect(mark.locator('img')).toBeVisible();
    const box = await mark.boundingBox();
    expect(box?.y).toBeLessThan(40);
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('link', { name: /: ir para o início$/ }).click();
  await expect(page).toHaveURL(/\/admin\/home$/);
});

test('at 425 px the menu is at the foot of the page, at 426 px at its side', async ({ usedDevice }) => {
  const { page } = await usedDevice(PEOPLE.admin);
  const place = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await expect(menu).toBeVisible();
    const box = (await menu.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { fromTop: box.y, isAcross: box.width === width };
  };
  await expect.poll(() => place(425)).toMatchObject({ isAcross: true });
  expect((await place(425)).fromTop).toBeGreaterThan(700);
  await expect.poll(() => place(426)).toMatchObject({ isAcross: false, fromTop: 0 });
});
