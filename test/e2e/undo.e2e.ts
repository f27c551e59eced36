// "Desfazer" after an act (S221): the outbox holds the act for six seconds, and whatever happens to
// the page meanwhile, it is sent once or never. Devices of other tests have switched it off.

import type { Page } from '@playwright/test';
import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import type { ApiClient } from './api-client.ts';
import type { Device } from './device.ts';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { countedMouse, messageWith, reply } from './gestures.ts';
import { samplePdf } from './sample-files.ts';
import { countedKeys, tabTo } from './tab-to.ts';

const UNDO_MS = 6_000;
const SENT_MS = 30_000;

const message = (page: Page, words: string) => page.getByRole('alertdialog').filter({ hasText: words });
const undoOf = (page: Page, words: string) => message(page, words).getByRole('button', { name: 'Desfazer' });
const full = (api: ApiClient, { id }: { id: number }) => api.get<DocumentFull>(PATHS.document(id));
const interactions = async (api: ApiClient, made: { id: number }) => (await full(api, made)).interactions.length;
/** What the server has been asked to change of this document; views are none of it. */
const writes = (device: Device, { id }: { id: number }) =>
  device.network.passages.filter(({ method, url }) => method !== 'GET' && url === PATHS.document(id));

test('a transfer from the list is taken back with one press, and the server never hears of it', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, clerk] = [await apiOf(PEOPLE.manager), await apiOf(PEOPLE.clerk)];
  const made = await documentOf(author, { title: 'Enganei-me de setor', responsible: clerk });
  const device = await usedDevice(PEOPLE.clerk, { undoes: true });
  const { page } = device;
  const { press, presses } = countedMouse();
  await device.goto(`/admin/manage-documents?search=${encodeURIComponent(made.title)}`);
  const row = page.getByRole('row').filter({ hasText: made.title });
  await device.settled(made);
  const before = await row.innerText();
  await row.getByRole('button', { name: `Mais opções de ${made.title}` }).click();
  await page.getByRole('menuitem', { name: 'Transferir' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  const undo = undoOf(page, 'Documento transferido');
  await expect(undo).toBeVisible();
  await expect.poll(() => row.innerText()).not.toBe(before);
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
  // The dialog is gone, and has given the focus back.
  await expect.poll(hasFocus).toBe(true);
  await press(undo);
  await expect(message(page, 'Desfeito: nada foi enviado')).toBeVisible();
  expect(presses()).toBe(1);
  await expect.poll(() => row.innerText()).toBe(before);
  // The row is in the list again, and the focus on it or on its buttons.
  await expect.poll(hasFocus).toBe(true);
  await device.settled(made);
  expect(writes(device, made)).toEqual([]);
  expect((await full(author, made)).responsibles.map(({ id }) => id)).toEqual([clerk.user.id]);
});

test('an undone reply is in its box again with words and file, and the keyboard alone undoes it', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, clerk] = [await apiOf(PEOPLE.manager), await apiOf(PEOPLE.clerk)];
  const made = await documentOf(author, { title: 'Resposta apressada', responsible: clerk });
  const device = await usedDevice(PEOPLE.clerk, { undoes: true });
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  const box = page.getByRole('textbox', { name: 'Sua resposta' });
  await expect(box).toBeVisible();
  await device.settled(made);
  const file = samplePdf('laudo-errado.pdf', 2_000);
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: /^Anexar/ })
    .first()
    .click();
  await (await chooser).setFiles({ name: file.name, mimeType: file.mime, buffer: file.bytes });
  await expect(page.getByText(file.name)).toBeVisible();
  await reply(page, 'Segue o laudo errado.');
  await expect(undoOf(page, 'Nova interação adicionada')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Segue o laudo errado.' })).toBeFocused();
  const keys = countedKeys(page);
  await keys.keyboard.press('Control+z');
  expect(keys.pressed()).toBe(1);
  await expect(message(page, 'Envio desfeito: o texto voltou para a sua resposta')).toBeVisible();
  await expect(messageWith(page, 'Segue o laudo errado.')).toHaveCount(0);
  await expect(box).toContainText('Segue o laudo errado.');
  await expect(page.getByText(file.name)).toBeVisible();
  await expect(box).toBeFocused();
  await device.settled(made).catch(() => undefined);
  expect(writes(device, made)).toEqual([]);

  // What was taken back is sent as any reply, and the key of landmarks leads to its message.
  await page.getByRole('button', { name: 'Responder', exact: true }).click();
  await expect(undoOf(page, 'Nova interação adicionada')).toBeVisible();
  await page.keyboard.press('F6');
  await tabTo(page, undoOf(page, 'Nova interação adicionada'));
  await page.keyboard.press('Enter');
  await expect(box).toContainText('Segue o laudo errado.');
  expect(await interactions(author, made)).toBe(0);
});

test('a page that closes in the undo time has sent its work once, without another page', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, clerk] = [await apiOf(PEOPLE.manager), await apiOf(PEOPLE.clerk)];
  const made = await documentOf(author, { title: 'Fechei logo', responsible: clerk });
  const device = await usedDevice(PEOPLE.clerk, { undoes: true });
  const { page, context } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('textbox', { name: 'Sua resposta' })).toBeVisible();
  await device.settled(made);
  await reply(page, 'Enviada depois que a aba fechou.');
  expect(await interactions(author, made)).toBe(0);
  await context.newPage();
  await page.close();
  await expect.poll(() => interactions(author, made), { timeout: SENT_MS }).toBe(1);
  expect(writes(device, made)).toHaveLength(1);
});

test('a browser that is killed in the undo time sends the act once when it is opened again', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, clerk] = [await apiOf(PEOPLE.manager), await apiOf(PEOPLE.clerk)];
  const made = await documentOf(author, { title: 'Acabou a bateria', responsible: clerk });
  const device = await usedDevice(PEOPLE.clerk, { remember: true, undoes: true });
  await device.writeCookies();
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(device.page.getByRole('textbox', { name: 'Sua resposta' })).toBeVisible();
  await device.settled(made);
  await reply(device.page, 'A lápis antes da queda.');
  await device.kill();
  expect(writes(device, made)).toEqual([]);
  await device.open('/admin/home');
  await expect.poll(() => interactions(author, made), { timeout: SENT_MS }).toBe(1);
  await device.settled();
  expect(writes(device, made)).toHaveLength(1);
});

test('the message ends with the undo time, stays while the pointer rests on it, and closing it sends at once', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, clerk] = [await apiOf(PEOPLE.manager), await apiOf(PEOPLE.clerk)];
  const made = await documentOf(author, { title: 'Prazo maior', responsible: clerk });
  const device = await usedDevice(PEOPLE.clerk, { undoes: true });
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('textbox', { name: 'Sua resposta' })).toBeVisible();
  await device.settled(made);
  const began = Date.now();
  await reply(page, 'Primeira.');
  await expect(undoOf(page, 'Nova interação adicionada')).toBeVisible();
  await expect(message(page, 'Nova interação adicionada')).toHaveCount(0, { timeout: 2 * UNDO_MS });
  expect(Date.now() - began).toBeGreaterThan(UNDO_MS - 1_000);
  await expect.poll(() => interactions(author, made), { timeout: SENT_MS }).toBe(1);

  await reply(page, 'Segunda.');
  const second = Date.now();
  await message(page, 'Nova interação adicionada').hover();
  await expect.poll(() => Date.now() - second, { timeout: 3 * UNDO_MS }).toBeGreaterThan(UNDO_MS + 1_500);
  await expect(undoOf(page, 'Nova interação adicionada')).toBeVisible();
  expect(await interactions(author, made)).toBe(1);
  await message(page, 'Nova interação adicionada').getByRole('button', { name: 'Fechar' }).click();
  await expect.poll(() => interactions(author, made), { timeout: UNDO_MS }).toBe(2);
});

test('"Sair" in the undo time sends the act and asks nothing', async ({ usedDevice, apiOf }) => {
  const [author, clerk] = [await apiOf(PEOPLE.manager), await apiOf(PEOPLE.clerk)];
  const made = await documentOf(author, { title: 'Fim do expediente', responsible: clerk });
  const device = await usedDevice(PEOPLE.clerk, { undoes: true });
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await device.settled(made);
  await page.getByRole('button', { name: 'Concluir', exact: true }).first().click();
  await page.getByRole('alertdialog', { name: 'Concluir processo' }).getByRole('button', { name: 'Concluir' }).click();
  await expect(undoOf(page, 'Documento finalizado')).toBeVisible();
  await page.getByRole('button', { name: 'Sair' }).first().click();
  await page.waitForURL('**/login**');
  expect((await full(author, made)).stored_status).toBe('completed');
});

test('a device can switch the undo time off under "Dados neste aparelho"', async ({ usedDevice, apiOf }) => {
  const [author, clerk] = [await apiOf(PEOPLE.manager), await apiOf(PEOPLE.clerk)];
  const made = await documentOf(author, { title: 'Sem espera', responsible: clerk });
  const device = await usedDevice(PEOPLE.clerk, { undoes: true });
  const { page } = device;
  await device.goto('/admin/device');
  const choice = page.getByRole('switch', { name: 'Esperar 6 segundos antes de enviar' });
  await expect(choice).toBeChecked();
  await page.getByText('Esperar 6 segundos antes de enviar').click();
  await expect(choice).not.toBeChecked();
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('textbox', { name: 'Sua resposta' })).toBeVisible();
  await device.settled(made);
  const began = Date.now();
  await reply(page, 'Já foi.');
  await expect(message(page, 'Nova interação adicionada')).toBeVisible();
  await expect(undoOf(page, 'Nova interação adicionada')).toHaveCount(0);
  await expect.poll(() => interactions(author, made), { timeout: UNDO_MS }).toBe(1);
  expect(Date.now() - began).toBeLessThan(2 * UNDO_MS);
});
