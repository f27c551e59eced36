// A command whose answer was lost after the server had done it. The author can't make a second one
// of it and is told nothing untrue about it.

import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { messageWith, reply, write } from '../gestures.ts';

const SENT_MS = 30_000;

test('a reply whose answer was lost cannot be edited until the server is asked, and is never sent twice', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Resposta perdida', responsible: manager });
  const device = await usedDevice(PEOPLE.field);
  const { page, network } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible();

  await write(page.getByRole('textbox', { name: 'Sua resposta' }), 'A bomba foi trocada.');
  await expect(page.getByRole('button', { name: /Tudo enviado/ }).first()).toBeVisible({ timeout: SENT_MS });
  // The view of this opening is a write that the rule would meet too: the reply would wait behind
  // it and never be sent.
  await device.settled(made);
  network.add({ methods: ['POST'], path: /^\/api\/documents\//, fault: { kind: 'drop-answer' } });
  network.add({ path: /^\/health/, fault: { kind: 'drop-request' } });
  const answerAgain = network.add({ path: /^\/api\/sync\/receipts\//, fault: { kind: 'drop-request' } });
  // No pull may bring the reply meanwhile. Pulls are delayed and not dropped, because a dropped
  // pull would stop the sending.
  network.add({ path: /^\/api\/sync\/(?:changes|documents)/, fault: { kind: 'delay', ms: 120_000 } });
  await page.getByRole('button', { name: 'Responder', exact: true }).click();
  const message = messageWith(page, 'A bomba foi trocada.');
  const after = () => author.get<DocumentFull>(PATHS.document(made.id));
  await expect.poll(async () => (await after()).interactions.length, { timeout: SENT_MS }).toBe(1);
  await expect(page.getByRole('button', { name: /Conexão instável|Sem conexão/ }).first()).toBeVisible();
  await expect(message.getByRole('link', { name: 'Editar' })).toHaveCount(0);

  const dialog = page.getByRole('alertdialog', { name: 'Descartar esta resposta?' });
  await message.getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog.getByText(/pode já ter sido registrado/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Descartar' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Manter' }).click();

  answerAgain();
  await message.getByRole('button', { name: 'Descartar' }).click();
  await expect(
    page.getByText('O servidor já recebeu este envio. Veja o resultado em Pendências.').first(),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(message.getByRole('button', { name: 'Descartar' })).toHaveCount(0);
  expect((await after()).interactions.map((one) => one.content)).toEqual(['<p>A bomba foi trocada.</p>']);
});

test('a reply written without network has never been sent, so it can be edited at once', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Sem rede', responsible: manager });
  const device = await usedDevice(PEOPLE.field);
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('textbox', { name: 'Sua resposta' })).toBeVisible();
  await device.settled(made);
  await device.cut();
  await reply(page, 'Primeira versão.');
  await messageWith(page, 'Primeira versão.').getByRole('link', { name: 'Editar' }).click();
  await expect(page.getByRole('textbox', { name: 'Sua resposta' })).toHaveText('Primeira versão.');
  await expect(messageWith(page, 'Primeira versão.')).toHaveCount(0);
});
