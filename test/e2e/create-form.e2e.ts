// Creating a document by real keys, presses and dragged files: what is proposed, what is sent, and
// what stays beside it.

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { fifteenthOfNextMonth, messageWith, write } from './gestures.ts';
import { type SampleFile, samplePdf } from './sample-files.ts';

const FORM = '/admin/create-documents';
const fieldsOf = (page: Page) => ({
  title: page.getByRole('textbox', { name: 'Título' }),
  number: page.getByRole('textbox', { name: 'Nº físico' }),
  subject: page.getByRole('combobox', { name: 'Assunto' }),
  responsible: page.getByRole('combobox', { name: 'Responsável' }),
  limitDate: page.getByRole('textbox', { name: 'Data limite' }),
  text: page.getByRole('textbox', { name: 'Texto', exact: true }),
});

async function attach(page: Page, { name, mime, bytes }: SampleFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Escolher arquivo', exact: true }).click();
  await (await chooser).setFiles([{ name, mimeType: mime, buffer: bytes }]);
  await expect(page.getByText(name).first()).toBeVisible();
}

test('Ctrl and Enter go to what is missing, and send when nothing is', async ({ usedDevice, apiOf }) => {
  const helena = await apiOf(PEOPLE.admin);
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(FORM);
  const { title, number, subject, responsible, limitDate, text } = fieldsOf(page);
  await expect(page.getByText('Ctrl + Enter envia')).toBeVisible();
  await title.fill('Enviado pelas teclas');
  await page.keyboard.press('Control+Enter');
  await expect(subject).toBeFocused();
  await page.keyboard.type('Vistoria técnica');
  await expect(page.getByRole('option', { name: 'Vistoria técnica' }).first()).toBeVisible();
  // What is typed into a picker counts, as it does when the field is left.
  await page.keyboard.press('Control+Enter');
  await expect(subject).toHaveValue('Vistoria técnica');
  await expect(number).toBeFocused();
  await number.fill('Ofício nº 7');
  await attach(page, samplePdf('anexo.pdf', 2_000));
  await write(text, 'Segue o anexo.');
  await limitDate.fill(fifteenthOfNextMonth());
  await responsible.fill(`${helena.user.name} ${helena.user.last_name}`);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Tudo certo! Documento enviado com sucesso.')).toBeVisible();

  await test.step('so they do in a reply', async () => {
    const made = await documentOf(helena, { title: 'Resposta pelas teclas', responsible: await apiOf(PEOPLE.manager) });
    await device.goto(`/admin/view-document/${made.id}`);
    const editor = page.getByRole('textbox', { name: 'Sua resposta' });
    await expect(page.getByText('Falta: texto')).toBeVisible();
    const day = page.locator('[data-reply] [data-part="date"] input');
    await day.focus();
    await expect(day).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(editor).toBeFocused();
    await page.keyboard.type('Ciente, pelas teclas.');
    await page.keyboard.press('Control+Enter');
    await expect(messageWith(page, 'Ciente, pelas teclas.')).toBeVisible();
    await expect(editor).not.toContainText('Ciente');
  });
});

test('a title is proposed of the name of a file, once, and can be taken back', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.field);
  const { page } = device;
  await device.goto(FORM);
  const { title } = fieldsOf(page);
  await attach(page, samplePdf('relatório_de_vistoria-11.pdf', 2_000));
  await expect(title).toHaveValue('Relatório de vistoria 11');
  await page.getByRole('button', { name: 'Desfazer', exact: true }).and(page.locator('#campo-titulo button')).click();
  await expect(title).toHaveValue('');
  await attach(page, samplePdf('memória de cálculo.pdf', 2_000));
  await expect(title).toHaveValue('');

  await page.getByRole('button', { name: 'Guardar e criar outro' }).click();
  await expect(page.getByText('memória de cálculo.pdf')).toHaveCount(0);
  await title.fill('Escrito à mão');
  await attach(page, samplePdf('outro nome.pdf', 2_000));
  await expect(title).toHaveValue('Escrito à mão');
});

test('files dropped anywhere on the page are attached; the target shows while they are held over it', async ({
  usedDevice,
}, testInfo) => {
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(FORM);
  await expect(fieldsOf(page).title).toBeVisible();
  const path = testInfo.outputPath('solto na página.pdf');
  await writeFile(path, samplePdf('solto na página.pdf', 2_000).bytes);
  const devtools = await page.context().newCDPSession(page);
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  if (heading === null) throw new Error('the heading is not drawn');
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', {
      type,
      x: heading.x + 5,
      y: heading.y + 5,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
  const target = page.getByText('Solte para anexar');
  await drag('dragEnter');
  await drag('dragOver');
  await expect(target).toBeVisible();
  // The browser tells a page of a drag that leaves the window, and of Escape, by this event; the
  // protocol of the tests has no way to cause it.
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'solto na página.pdf'));
    document.querySelector('h1')?.dispatchEvent(new DragEvent('dragleave', { bubbles: true, dataTransfer }));
  });
  await expect(target).toHaveCount(0);
  await expect(page.getByText('solto na página.pdf')).toHaveCount(0);
  await drag('dragEnter');
  await drag('dragOver');
  await drag('drop');
  await expect(page.getByText('solto na página.pdf').first()).toBeVisible();
  await expect(target).toHaveCount(0);
  expect(page.url()).toContain(FORM);
});

test('new documents stand side by side without network, each is resumed and erased by itself', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.field);
  const { page } = device;
  await device.settled();
  await device.cut();
  await device.goto(FORM);
  const { title } = fieldsOf(page);
  for (const words of ['Primeiro', 'Segundo', 'Terceiro']) {
    await expect(title).toHaveValue('');
    await title.fill(words);
    await expect(page.getByText(/^Rascunho salvo/)).toBeVisible();
    await page.getByRole('button', { name: 'Guardar e criar outro' }).click();
  }
  await expect(title).toHaveValue('');
  await device.goto(FORM);
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveText([/^Terceiro/, /^Segundo/, /^Primeiro/]);
  await page.getByRole('button', { name: 'Apagar: Segundo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).click();
  await expect(items).toHaveText([/^Terceiro/, /^Primeiro/]);
  await items.filter({ hasText: 'Primeiro' }).getByRole('button', { name: 'Continuar rascunho' }).click();
  await expect(title).toHaveValue('Primeiro');
  await device.goto(FORM);
  await expect(items).toHaveText([/^Terceiro/, /^Primeiro/]);
  await page.getByRole('button', { name: 'Guardar e criar outro' }).click();
  await expect(title).toHaveValue('');
});

test('whom a person sent something to stands first in their pickers', async ({ usedDevice, apiOf }) => {
  const [manager, field] = [await apiOf(PEOPLE.manager), await apiOf(PEOPLE.field)];
  await documentOf(manager, { title: 'Para quem já recebeu', responsible: field });
  const name = `${field.user.name} ${field.user.last_name}`;
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.settled();
  await device.goto(FORM);
  await fieldsOf(page).responsible.click();
  await expect(page.getByRole('option').first()).toContainText(name);
  const parts = page.getByRole('listbox').getByRole('group');
  await expect(parts).toContainText(['Usados por você', 'Todos os outros']);
  const others = await parts.nth(1).getByRole('option').allInnerTexts();
  expect(others.join()).not.toContain(name);
  await page.keyboard.type(field.user.last_name.slice(0, 3));
  await expect(page.getByRole('option').first()).toContainText(name);
  await expect(parts).toHaveCount(0);
});
