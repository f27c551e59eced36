// Forms by real keys and fingers: a key that closes takes nothing away, what is typed into a filled
// field takes the place of what stood there, and no bar covers the header of a phone.

import type { Page } from '@playwright/test';
import { expect, PEOPLE, test } from './fixtures.ts';

/**
 * Opens the list of several and chooses its first two options; answers the words of the closed
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
