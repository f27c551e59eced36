// Where the parts of forms stand, measured in a browser: bars, distances, and words beside words.

import type { Page } from '@playwright/test';
import { expect, PEOPLE, test } from './fixtures.ts';

/** Distance in px of the form's first words to the header above them. */
const gapBelowHeader = (page: Page) =>
  page.evaluate(() => {
    const header = document.querySelector('main header');
    const next = header?.nextElementSibling;
    if (!header || !next) return null;
    return Math.round(next.getBoundingClientRect().top - header.getBoundingClientRect().bottom);
  });

test(
  'on a phone forms stand 16 px below the header, and say that everything is required',
  { tag: '@long' },
  async ({ usedDevice }) => {
    const device = await usedDevice(PEOPLE.admin);
    const { page } = device;
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of [
      '/admin/create-organizations',
      '/admin/create-models',
      '/admin/create-alerts',
      '/admin/create-users',
    ]) {
      await device.goto(path);
      await expect(page.getByText(/^Tudo é obrigatório[.,]/)).toBeVisible();
      expect([path, await gapBelowHeader(page)]).toEqual([path, 16]);
    }
    await device.goto('/admin/create-document-subjects');
    await expect(page.getByRole('textbox', { name: 'Nome' })).toBeVisible();
    expect(await gapBelowHeader(page)).toBe(16);
  },
);

test(
  'the bar of a short form stands at the foot of the window, and goes to its edge',
  { tag: '@long' },
  async ({ usedDevice }) => {
    const device = await usedDevice(PEOPLE.admin);
    const { page } = device;
    for (const [width, height, menu] of [
      [1440, 900, 0],
      [1920, 1080, 0],
      [768, 1024, 0],
      [390, 844, 64],
    ] as const) {
      await page.setViewportSize({ width, height });
      await device.goto('/admin/create-organizations');
      const save = page.getByRole('button', { name: 'Criar', exact: true });
      await expect(save).toBeVisible();
      const bottom = await save.evaluate((button) => {
        let bar: Element | null = button;
        while (bar !== null && getComputedStyle(bar).position !== 'sticky') bar = bar.parentElement;
        return Math.round(bar?.getBoundingClientRect().bottom ?? 0);
      });
      expect([width, bottom]).toEqual([width, height - menu]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);

test('days of a window have room between them in every width', { tag: '@long' }, async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await device.goto('/admin/create-document-subjects');
    await expect(page.getByRole('textbox', { name: 'Nome' })).toBeVisible();
    const least = await page.evaluate(() => {
      const days = [...document.querySelectorAll('[aria-hidden] *')].filter(
        (one) => one.children.length === 0 && /^(?:[1-9]|[12]\d|3[01])$/u.test(one.textContent ?? ''),
      );
      const drawn = days.map((day) => {
        const range = document.createRange();
        range.selectNodeContents(day);
        return range.getBoundingClientRect();
      });
      const gaps = drawn.flatMap((day, at) => {
        const next = drawn[at + 1];
        return next === undefined || Math.abs(next.top - day.top) > 2 ? [] : [next.left - day.right];
      });
      return gaps.length < 20 ? 0 : Math.min(...gaps);
    });
    expect([width, least >= 4]).toEqual([width, true]);
  }
});

test('the "?" behind a sentence never stands alone in a line', { tag: '@long' }, async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.field);
  const { page } = device;
  for (let width = 320; width <= 480; width += 16) {
    await page.setViewportSize({ width, height: 844 });
    if (width === 320) await device.goto('/admin/outbox');
    const sign = page.getByRole('main').locator('a[href*="/admin/help"]').first();
    await expect(sign).toBeVisible();
    const isAlone = await sign.evaluate((link) => {
      const words = link.previousSibling;
      if (words === null) return true;
      const range = document.createRange();
      range.selectNodeContents(words);
      const last = [...range.getClientRects()].at(-1);
      const { top, bottom } = link.getBoundingClientRect();
      return last === undefined || last.bottom <= top || last.top >= bottom;
    });
    expect([width, isAlone]).toEqual([width, false]);
  }
});
