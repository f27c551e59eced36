// "Avisos" between two people: the bell on every screen, one row per document with the last words,
// and reading by opening, on every device of the person.

import { PATHS } from '#contract/paths.ts';
import type { Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';

async function replyOf(author: ApiClient, { id, words }: { id: number; words: string }): Promise<void> {
  const form = new FormData();
  form.set('_method', 'PATCH');
  form.set('content', `<p>${words}</p>`);
  await author.send('POST', { path: PATHS.document(id), body: form });
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Avisos' });
const rowOf = (page: Page, title: string) => dialogOf(page).getByRole('listitem').filter({ hasText: title });

const WIDTHS = [390, 768, 1024, 1440];
const SCREENS = [
  '/admin/home',
  '/admin/manage-documents',
  '/admin/create-documents',
  '/admin/outbox',
  '/admin/profile',
  '/admin/help',
  '/admin/device',
];

test('the bell and its dot stand on every screen at every width', { tag: '@long' }, async ({ usedDevice, apiOf }) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Poda', responsible: manager });
  const other = await documentOf(author, { title: 'Muro', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  for (const path of [...SCREENS, `/admin/view-document/${other.id}`]) {
    await device.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      // A thread keeps its place when the width changes, and a document's head goes with the page.
      await page.evaluate(() => scrollTo(0, 0));
      const bells = page.getByRole('button', { name: /^Avisos ?\. Há novidades$/ }).filter({ visible: true });
      await expect(bells, `${path} at ${width} px`).toHaveCount(1);
      await expect(bells.first()).toBeInViewport({ ratio: 1 });
    }
  }
  await page.getByRole('button', { name: /^Avisos/ }).click();
  await expect(rowOf(page, made.title)).toBeVisible();
});

test('a row quotes the last of several replies and leads to the first that is new; the document is then read', async ({
  usedDevice,
  newDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Interdição', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await device.settled(made);
  await device.goto('/admin/home');
  for (const words of ['Recebido.', 'Equipe em campo.', 'Autorizado das 7h às 9h.']) {
    await replyOf(author, { id: made.id, words });
  }
  await page.getByRole('button', { name: /^Avisos/ }).click();
  const row = rowOf(page, made.title);
  await expect(row).toContainText('3 respostas, a última: “Autorizado das 7h às 9h.”');
  await expect(row).toContainText('Novo.');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/#lugar-i-\d+$/);
  await expect(page.locator(':focus')).toContainText('Recebido.');
  await expect(page.locator(':focus')).toBeInViewport();
  await device.settled(made);

  // A device that has never told anything.
  const second = await newDevice();
  await second.open('/login');
  await second.logIn(PEOPLE.manager, { remember: true });
  await second.readyForOffline();
  for (const one of [page, second.page]) {
    await one.goto(`${new URL(one.url()).origin}/admin/home?painel=avisos`);
    await expect(rowOf(one, made.title)).toContainText('Autorizado das 7h às 9h.');
    await expect(rowOf(one, made.title)).not.toContainText('Novo.');
  }
});
