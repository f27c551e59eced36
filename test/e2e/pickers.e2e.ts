// Forms by real keys and fingers: a key that closes takes nothing away, what is typed into a filled
// field takes the place of what stood there, and no bar covers the header of a phone.

import type { Page } from '@playwright/test';
import { expect, PEOPLE, test } from './fixtures.ts';

/**
 * Opens the list of several and chooses its first two options; returns the words of the closed
 * field.
 */
async function chooseTwo(page: Page, field: string): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: field }).press('Enter');
  const options = page.getByRole('listbox', { name: field }).getByRole('option');
  await options.nth(0).click();
  await options.nth(1).click();
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  return page.locator('main').getByRole('button', { name: field, includeHidden: true }).innerText();
}

test('Escape closes a list of several and leaves the choices, from its options and from its search', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  for (const [address, field] of [
    ['/admin/create-document-subjects', 'Setores isentos'],
    ['/admin/create-models', 'Setores'],
  ] as const) {
    await device.goto(address);
    const shown = await chooseTwo(page, field);
    const list = page.getByRole('listbox', { name: field });
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    const closed = page.getByRole('main').getByRole('button', { name: field });
    await expect(closed).toHaveText(shown);
    await expect(closed).toBeFocused();
    await closed.press('Enter');
    await page.getByRole('searchbox', { name: `Buscar em ${field}` }).fill('edu');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(closed).toHaveText(shown);
  }
});

test('in the filters, Escape closes the list and leaves the dialog with what was chosen', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  await device.goto('/admin/manage-documents');
  await page.getByRole('button', { name: 'Filtros' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Filtros' });
  const subject = dialog.getByRole('combobox', { name: 'Assunto' });
  await subject.click();
  await page.getByRole('option').first().click();
  const chosen = await subject.inputValue();
  expect(chosen).not.toBe('');
  await subject.press('ArrowDown');
  await page.keyboard.type('zzz');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(subject).toHaveValue(chosen);
});

test('typing into a filled picker replaces, Escape and leaving bring the choice back', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  await device.goto('/admin/create-documents');
  const subject = page.getByRole('combobox', { name: 'Assunto' });
  await subject.click();
  await page.getByRole('option').nth(1).click();
  const chosen = await subject.inputValue();
  for (const enter of ['key', 'press'] as const) {
    await page.getByRole('textbox', { name: 'Título' }).focus();
    if (enter === 'press') await subject.click();
    else await subject.focus();
    await page.keyboard.type('zz');
    await expect(subject).toHaveValue('zz');
    if (enter === 'press') await page.keyboard.press('Escape');
    else await page.keyboard.press('Tab');
    await expect(subject).toHaveValue(chosen);
  }
});

test('on a phone no bar of a form covers the header, however far the page is scrolled', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  await page.setViewportSize({ width: 390, height: 640 });
  for (const address of [
    '/admin/profile',
    '/admin/profile?aba=organizacao',
    '/admin/create-models',
    '/admin/create-documents',
  ]) {
    await device.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const covered = await page.evaluate(() => {
      const isSticky = (element: Element | null): boolean =>
        element !== null && getComputedStyle(element).position === 'sticky';
      let header = document.querySelector('h1')?.parentElement ?? null;
      while (header !== null && !isSticky(header)) header = header.parentElement;
      if (header === null) return ['no header that stays'];
      const found = new Set<string>();
      for (let top = 0; top <= document.documentElement.scrollHeight; top += 24) {
        window.scrollTo(0, top);
        const { left, width, top: from, height } = header.getBoundingClientRect();
        for (const y of [from + 2, from + height / 2, from + height - 3]) {
          const hit = document.elementFromPoint(left + width / 2, y);
          if (hit !== null && !header.contains(hit)) found.add(hit.className);
        }
      }
      return [...found];
    });
    expect([address, covered]).toEqual([address, []]);
  }
});

/** How far the open list is from its field, in px; null while the two are not both drawn. */
const gapOf = (page: Page, field: string) =>
  page.evaluate((name) => {
    const input = [...document.querySelectorAll('[role="combobox"]')].find(
      (one) => one instanceof HTMLInputElement && one.labels?.[0]?.textContent?.startsWith(name),
    );
    const box = input?.parentElement?.getBoundingClientRect();
    const list = document.querySelector('[role="listbox"]')?.closest('[data-placement]')?.getBoundingClientRect();
    if (box === undefined || list === undefined) return null;
    return Math.round(list.top >= box.bottom ? list.top - box.bottom : box.top - list.bottom);
  }, field);

for (const [width, height] of [
  [1440, 420],
  [390, 640],
] as const) {
  test(`at ${width} px a list that is typed into stays beside its field while the page scrolls`, async ({
    usedDevice,
  }) => {
    const device = await usedDevice(PEOPLE.admin);
    const { page } = device;
    await page.setViewportSize({ width, height });
    await device.goto('/admin/create-documents');
    const field = page.getByRole('combobox', { name: 'Responsável' });
    // The focus and the first letter come in one task: the page scrolls to the field afterwards.
    await field.fill('Helena');
    const option = page.getByRole('option').first();
    await expect(option).toBeVisible();
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const before = scrollY;
          addEventListener('scroll', () => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), {
            once: true,
          });
          scrollBy(0, 24);
          if (scrollY === before) scrollBy(0, -24);
        }),
    );
    await expect(option).toBeVisible();
    await expect.poll(() => gapOf(page, 'Responsável')).toBe(6);
    await option.click();
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(field).toHaveValue(/Helena/);
    await page.mouse.wheel(0, 80);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect(page.getByRole('listbox')).toHaveCount(0);
  });
}
