// Cases that only the author can settle, in a real browser: conflicts found on returning online, a
// session that ended during work, a creation that the server refuses, and a browser that is killed
// while its author types.

import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import type { UserRow } from '#contract/reference-data.ts';
import { type ApiClient, DEMO_PASSWORD } from '../api-client.ts';
import type { Device } from '../device.ts';
import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { complete, createDocument, expectInk, messageWith, reply } from '../gestures.ts';
import { lookAt } from '../looks.ts';
import { samplePdf } from '../sample-files.ts';

const SENT_MS = 30_000;

function change(client: ApiClient, { id, fields }: { id: number; fields: Record<string, string> }) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ _method: 'PATCH', ...fields })) form.set(name, value);
  return client.send('POST', { path: PATHS.document(id), body: form });
}

async function openDocument(device: Device, document: DocumentFull): Promise<void> {
  await device.goto(`/admin/view-document/${document.id}`);
  await expect(device.page.getByRole('heading', { level: 1, name: document.title })).toBeVisible();
  await expect(device.page.getByRole('textbox', { name: 'Sua resposta' })).toBeVisible();
  await device.settled(document);
}

test('if another person has completed the document, the author can withdraw the reply and its text is kept', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Ponte interditada', responsible: manager });
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page } = device;
  await openDocument(device, made);
  await device.cut();
  await reply(page, 'A ponte continua interditada.');
  await change(manager, { id: made.id, fields: { status: 'completed' } });
  await device.restore();

  const decide = page.getByRole('button', { name: 'Resolver' }).first();
  await expect(decide).toBeVisible({ timeout: SENT_MS });
  await expect(page.getByText('Não enviado:')).toHaveCount(1);
  await decide.click();
  const dialog = page.getByRole('alertdialog', { name: /foi finalizado por/ });
  await expect(dialog.getByRole('button', { name: 'Confirmar' })).toBeDisabled();
  await lookAt(page, { seen: dialog, name: 'conflict-finished' });
  await dialog.getByText('Desistir da minha mudança').click();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('O seu texto está guardado como rascunho de resposta.').first()).toBeVisible();

  await device.goto('/admin/outbox');
  await expect(page.getByRole('region', { name: 'Rascunhos' })).toContainText('A ponte continua interditada.');
  const after = await author.get<DocumentFull>(PATHS.document(made.id));
  expect([after.status, after.interactions.length]).toEqual(['completed', 0]);
});

test('if another person has completed the document, the reply can reopen it and the completion made after the reply follows', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Guarda-corpo solto', responsible: manager });
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page } = device;
  await openDocument(device, made);
  await device.cut();
  await reply(page, 'O guarda-corpo foi fixado.');
  await complete(page);
  await change(manager, { id: made.id, fields: { status: 'completed' } });
  await device.restore();

  await page.getByRole('button', { name: 'Resolver' }).first().click({ timeout: SENT_MS });
  const dialog = page.getByRole('alertdialog', { name: /foi finalizado por/ });
  await dialog.getByText('Enviar minha resposta e depois concluir').click();
  await expect(dialog.getByText(/e depois a sua conclusão \(\d\d:\d\d\) é enviada/)).toBeVisible();
  await lookAt(page, { seen: dialog, name: 'conflict-followed' });
  await dialog.getByRole('button', { name: 'Confirmar' }).click();

  const acts = async () => {
    const { logs } = await author.get<DocumentFull>(PATHS.document(made.id));
    return logs.filter((log) => log.action !== 'view').map((log) => [log.action, log.creator.id]);
  };
  await expect.poll(acts, { timeout: SENT_MS }).toEqual([
    ['creation', author.user.id],
    ['completion', manager.user.id],
    ['reopening', author.user.id],
    ['completion', author.user.id],
  ]);
  const after = await author.get<DocumentFull>(PATHS.document(made.id));
  expect([after.status, after.interactions.length]).toEqual(['completed', 1]);
});

test('a completion that another person made first is shown to have had no effect', async ({ usedDevice, apiOf }) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Calçada refeita', responsible: manager });
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page } = device;
  await openDocument(device, made);
  await device.cut();
  await complete(page);
  await change(manager, { id: made.id, fields: { status: 'completed' } });
  await device.restore();

  await expect(page.getByText('O documento já estava finalizado.').first()).toBeVisible({ timeout: SENT_MS });
  await expect(page.getByText(/^Sem efeito: Concluir/).first()).toBeVisible();
  await device.goto('/admin/outbox');
  const sent = page.getByRole('region', { name: 'Enviados hoje' });
  await expect(sent.getByText(/^Sem efeito, às/)).toBeVisible();
  await expect(sent.getByText(/^Registrado/)).toHaveCount(0);
  await lookAt(page, { seen: sent, name: 'outbox-no-effect' });
});

test('if another person has transferred the document, the author can apply their own transfer on top, by keyboard', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager, clerk] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager), await apiOf(PEOPLE.clerk)];
  const made = await documentOf(author, { title: 'Talude da rodovia', responsible: manager });
  const people = await author.get<UserRow[]>(PATHS.users);
  const other = people.find(
    (one) =>
      one.organization !== null &&
      one.status === 'active' &&
      ![author, manager, clerk].some(({ user }) => user.id === one.id),
  );
  if (other === undefined) throw new Error('nobody else to transfer to');
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page } = device;
  await openDocument(device, made);
  await device.cut();

  await page.getByRole('button', { name: 'Transferir', exact: true }).first().press('Enter');
  const transfer = page.getByRole('dialog', { name: /^Transferir PMVI/ });
  await lookAt(page, { seen: transfer, name: 'transfer' });
  const person = transfer.getByRole('combobox', { name: 'Responsável' });
  await person.focus();
  await page.keyboard.type(`${other.name} ${other.last_name}`);
  // An option of an earlier letter may still be there.
  await expect(page.getByRole('option', { name: `${other.name} ${other.last_name}` }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(person).toHaveValue(new RegExp(other.last_name));
  const send = transfer.getByRole('button', { name: 'Enviar' });
  await expect(send).toBeEnabled();
  await send.press('Enter');
  await expect(page.getByText('Documento transferido', { exact: true })).toBeVisible();
  await expect(page.getByText('Guardado neste aparelho. Será enviado quando houver conexão.').first()).toBeVisible();

  await change(manager, { id: made.id, fields: { 'responsible_ids[]': String(clerk.user.id) } });
  await device.restore();
  const decide = page.getByRole('button', { name: 'Resolver' }).first();
  await expect(decide).toBeVisible({ timeout: SENT_MS });
  await decide.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: new RegExp(`foi transferido para ${clerk.user.name}`) });
  await lookAt(page, { seen: dialog, name: 'conflict-transferred' });
  await dialog.getByRole('radio', { name: /Aplicar minha mudança por cima/ }).press('Space');
  const confirm = dialog.getByRole('button', { name: 'Confirmar' });
  await expect(confirm).toBeEnabled();
  await confirm.press('Enter');
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await author.get<DocumentFull>(PATHS.document(made.id))).responsibles.map((one) => one.id), {
      timeout: SENT_MS,
    })
    .toEqual([other.id]);
});

test('a session that ends during work: the next login sends the work once and returns to the same screen', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Bueiro entupido', responsible: manager });
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page, context } = device;
  await openDocument(device, made);
  const editor = page.getByRole('textbox', { name: 'Sua resposta' });
  await editor.click();
  await editor.pressSequentially('Respondido sem sessão.');
  await context.clearCookies();
  // The application learns it while the reply is being written, because its next request is
  // answered with 401.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: 'Entre de novo' })).toBeVisible({ timeout: SENT_MS });
  await expect(editor).toHaveText('Respondido sem sessão.');
  await page.getByRole('button', { name: 'Responder', exact: true }).click();
  const pill = page.getByRole('button', { name: /Entre de novo para enviar 1 item/ });
  await expect(pill).toBeVisible({ timeout: SENT_MS });
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible();
  await pill.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Entrar' }).click();
  await page.getByLabel('E-mail').fill(PEOPLE.field);
  await page.getByRole('textbox', { name: 'Senha' }).fill(DEMO_PASSWORD);
  await page.locator('altcha-widget label').first().click();
  const enter = page.getByRole('button', { name: 'entrar', exact: true });
  await expect(enter).toBeEnabled();
  await enter.click();
  await page.waitForURL(`**/admin/view-document/${made.id}**`);
  await expectInk(messageWith(page, 'Respondido sem sessão.'), SENT_MS);
  const after = await author.get<DocumentFull>(PATHS.document(made.id));
  expect(after.interactions.map((one) => one.content)).toEqual(['<p>Respondido sem sessão.</p>']);
});

test('a refused creation is corrected in its place, and the reply made on it follows', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, admin] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.admin)];
  const people = await author.get<UserRow[]>(PATHS.users);
  const active = people.filter((one) => one.status === 'active' && one.id !== author.user.id);
  const sectorOf = (one: UserRow) => one.organization?.id ?? null;
  const [chosen, instead] = active
    .map((one) => active.filter((other) => sectorOf(other) !== null && sectorOf(other) === sectorOf(one)))
    .find((colleagues) => colleagues.length > 1) ?? [undefined, undefined];
  if (chosen === undefined || instead === undefined) throw new Error('nobody to address it to');
  const title = `Muro caído ${Date.now()}`;
  const device = await usedDevice(PEOPLE.field, { remember: true });
  const { page } = device;
  await device.settled();
  await device.cut();
  await device.goto('/admin/home');
  await createDocument(page, {
    title,
    physicalNumber: 'Ofício nº 950/2026/DEFCIV',
    responsible: `${chosen.name} ${chosen.last_name}`,
    content: 'Muro caído sobre a calçada.',
    files: [samplePdf('foto do muro.pdf', 3_000)],
  });
  await reply(page, 'Já isolamos a calçada.');
  await admin.send('PUT', { path: PATHS.users, body: { user_ids: [chosen.id], status: 'inactive' } });
  await device.restore();

  await device.goto('/admin/outbox');
  const waiting = page.getByRole('region', { name: 'Precisa de você' });
  await expect(waiting).toContainText(`Criar “${title}”`, { timeout: SENT_MS });
  await expect(page.getByText('Aguarda a criação do documento')).toBeVisible();
  await waiting.getByRole('link', { name: 'Corrigir' }).press('Enter');
  await expect(page.getByText('Você está corrigindo um documento que não foi aceito.')).toBeVisible();
  await expect(page.getByText('foto do muro.pdf')).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Responsável' });
  await field.fill(`${instead.name} ${instead.last_name}`);
  await page.getByRole('option', { name: instead.last_name }).first().click();
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByRole('dialog').getByText('Ver documento').click();
  await expectInk(messageWith(page, 'Já isolamos a calçada.'), SENT_MS);
  const [only, ...others] = await author.documentsTitled(title);
  expect(others).toEqual([]);
  expect(only?.interactions.map((one) => one.content)).toEqual(['<p>Já isolamos a calçada.</p>']);
  expect(only?.files.map((file) => file.name)).toEqual(['foto do muro.pdf']);
  await admin.send('PUT', { path: PATHS.users, body: { user_ids: [chosen.id], status: 'active' } });
});

test('a browser killed while its author types loses half a sentence at most', async ({ usedDevice, apiOf }) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Semáforo apagado', responsible: manager });
  const device = await usedDevice(PEOPLE.field, { remember: true });
  await device.writeCookies();
  await openDocument(device, made);
  const editor = device.page.getByRole('textbox', { name: 'Sua resposta' });
  await editor.click();
  // Between two letters there is never a pause of a quarter of a second, so only saving during the
  // typing can keep the text.
  await editor.pressSequentially('O semáforo do cruzamento está apagado desde ontem', { delay: 60 });
  await device.kill();
  await device.open(`/admin/view-document/${made.id}`);
  await expect(device.page.getByRole('textbox', { name: 'Sua resposta' })).toContainText(
    'O semáforo do cruzamento está apagado',
  );
});
