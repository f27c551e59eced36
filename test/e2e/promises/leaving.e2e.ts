// "Sair" in one tab while another one is open: afterwards neither tab shows anything of the person,
// and no data comes back.

import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { reply, write } from '../gestures.ts';

const SENT_MS = 30_000;

test('a logout that keeps unsent work on the device leads the other tab to the login too', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Duas abas', responsible: manager });
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page, context, network } = device;
  const other = await context.newPage();
  await other.goto(`${network.url}/admin/view-document/${made.id}`);
  const editor = other.getByRole('textbox', { name: 'Sua resposta' });
  await expect(editor).toBeVisible({ timeout: SENT_MS });
  await device.settled(made);
  await device.cut();
  await reply(other, 'Fica neste aparelho.');
  await write(editor, 'Um rascunho.');

  await page.bringToFront();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await page.getByRole('button', { name: 'Sair e guardar tudo' }).click();
  await page.waitForURL('**/login**');
  await other.waitForURL('**/login**');
  const left = await other.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (/^malote-\d+$/.test(name ?? '') ? [name] : []));
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(names[0] ?? '');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('no database')));
    });
    const countOf = (table: string) =>
      new Promise<number>((resolve) => {
        const asked = database.transaction(table).objectStore(table).count();
        asked.addEventListener('success', () => resolve(asked.result));
      });
    const counts = await Promise.all(['commands', 'drafts', 'documents', 'slices', 'heads', 'details'].map(countOf));
    database.close();
    return counts;
  });
  // The reply and the draft are one sealed row.
  expect(left).toEqual([1, 0, 0, 0, 0, 0]);
});

test('a logout counts three drafts and keeps them on the device, where the next login finds them', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Rascunho que fica', responsible: manager });
  const second = await documentOf(author, { title: 'Outro que fica', responsible: manager });
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page } = device;
  await device.goto('/admin/create-documents');
  await page.getByRole('textbox', { name: 'Título' }).fill('Pedido de vistoria');
  await expect(page.getByText(/Rascunho salvo/).first()).toBeVisible();
  await device.goto(`/admin/view-document/${made.id}`);
  const editor = page.getByRole('textbox', { name: 'Sua resposta' });
  await expect(editor).toBeVisible({ timeout: SENT_MS });
  await device.settled(made, second);
  await device.cut();
  await write(editor, 'Escrito antes de sair.');
  await expect(page.getByText(/Rascunho salvo/).first()).toBeVisible();
  await device.goto(`/admin/view-document/${second.id}`);
  await write(editor, 'Também escrito antes.');
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Há trabalho seu só neste aparelho' });
  await expect(dialog.getByText('3 rascunhos', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Sem internet você não consegue entrar de novo.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Enviar agora e sair' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Sair e guardar tudo' }).click();
  await page.waitForURL('**/login**');
  await expect(page.getByText('3 itens estão guardados neste aparelho')).toBeVisible();

  await device.restore();
  // The session that was left without a network ends first.
  await expect(page.getByRole('checkbox', { name: 'Não sou um robô' })).toBeVisible({ timeout: SENT_MS });
  await device.logIn(PEOPLE.field, { remember: true });
  await expect(page.getByRole('link', { name: 'Mais 2 rascunhos' })).toBeVisible({ timeout: SENT_MS });
  await page.getByRole('link', { name: 'Continuar rascunho' }).click();
  await expect(editor).toContainText('Também escrito antes.', { timeout: SENT_MS });
  await device.goto('/admin/create-documents');
  await page.getByRole('button', { name: 'Continuar rascunho' }).click();
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue('Pedido de vistoria');
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(editor).toContainText('Escrito antes de sair.', { timeout: SENT_MS });

  // Discarding everything on leaving requires the typed word.
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await page.getByRole('button', { name: 'Sair e descartar…' }).click();
  const discard = page.getByRole('button', { name: 'Descartar e sair' });
  await expect(discard).toBeDisabled();
  await page.getByRole('textbox', { name: /escreva a palavra descartar/ }).fill('descartar');
  await discard.click();
  await page.waitForURL('**/login**');
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
  expect(names.filter((name) => /^malote-\d+$/.test(name))).toEqual([]);
});
