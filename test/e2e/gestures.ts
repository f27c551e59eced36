// What a person does on the screens. Elements are found by the names that a person reads there.

import { expect, type Locator, type Page } from '@playwright/test';
import type { SampleFile } from './sample-files.ts';

export type DocumentWords = {
  readonly title: string;
  readonly physicalNumber: string;
  readonly responsible: string;
  readonly content: string;
  readonly files: readonly SampleFile[];
};

/** Fills the create form and sends it; ends on the page of the new document. */
export async function createDocument(page: Page, words: DocumentWords): Promise<void> {
  await pickFromSelect(page, { label: 'Tipo', option: 'Documento Geral' });
  await pickFromComboBox(page, { label: 'Assunto', option: 'Vistoria técnica' });
  await page.getByRole('textbox', { name: 'Título' }).fill(words.title);
  await page.getByRole('textbox', { name: 'Nº físico' }).fill(words.physicalNumber);
  await pickFromComboBox(page, { label: 'Responsável', option: words.responsible });
  await chooseDayNextMonth(page, 'Data limite');
  await write(page.getByRole('textbox', { name: 'Texto', exact: true }), words.content);
  await attach(page, words.files);
  for (const file of words.files) await expect(page.getByText(file.name).first()).toBeVisible();
  const send = page.getByRole('button', { name: 'Enviar', exact: true });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page.getByText('Tudo certo! Documento enviado com sucesso.')).toBeVisible();
  await page.getByRole('dialog').getByText('Ver documento').click();
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
}

/** Writes a reply on the page of the open document and waits until it is in the thread. */
export async function reply(page: Page, text: string): Promise<void> {
  await write(page.getByRole('textbox', { name: 'Sua resposta' }), text);
  const send = page.getByRole('button', { name: 'Responder', exact: true });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(messageWith(page, text)).toBeVisible();
}

/** Completes the open document with "Concluir" and confirms it in the dialog. */
export async function complete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Concluir', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: 'Concluir processo' })
    .getByRole('button', { name: 'Concluir', exact: true })
    .click();
  await expect(page.getByText('Documento finalizado').first()).toBeVisible();
}

/** The message of the thread that contains `text`. */
export function messageWith(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

/** Expects a message in pencil: its author can still discard it, which is not offered for a message in ink. */
export async function expectPencil(message: Locator): Promise<void> {
  await expect(message.getByRole('button', { name: 'Descartar' })).toBeVisible();
}

/** Expects exactly one message in ink: it neither waits to be sent nor is being sent. */
export async function expectInk(message: Locator, timeout: number): Promise<void> {
  await expect(message).toHaveCount(1, { timeout });
  const onItsWay = message.getByText(/^(Na fila|Enviando|Sem resposta|Aguarda)/);
  await expect(message.getByRole('button', { name: 'Descartar' }).or(onItsWay)).toHaveCount(0, { timeout });
}

/** Writes `text` into the editor in one input event. A test about typing presses the keys itself. */
export async function write(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await expect(editor).toBeFocused();
  await editor.page().keyboard.insertText(text);
  await expect(editor).toContainText(text);
}

async function attach(page: Page, files: readonly SampleFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Escolher arquivo', exact: true }).click();
  await (await chooser).setFiles(files.map(({ name, mime, bytes }) => ({ name, mimeType: mime, buffer: bytes })));
}

async function pickFromSelect(page: Page, { label, option }: { label: string; option: string }): Promise<void> {
  const field = page.getByRole('button', { name: label });
  if ((await field.textContent())?.includes(option) === true) return;
  await field.click();
  await page.getByRole('option', { name: option }).click();
}

async function pickFromComboBox(page: Page, { label, option }: { label: string; option: string }): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(option);
  await page.getByRole('option', { name: option }).first().click();
  await expect(field).toHaveValue(new RegExp(option));
}

/** Chooses the fifteenth of next month in the calendar of a field. */
export async function chooseDayNextMonth(page: Page, label: string): Promise<void> {
  // The list of missing fields has a button with the same label.
  await page.getByRole('button', { name: new RegExp(`^${label} (dd|\\d\\d)/`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Próximo mês' }).click();
  await dialog.getByRole('button', { name: /\b15 de / }).click();
  await dialog.getByRole('button', { name: 'Aplicar data' }).click();
  await expect(dialog).toBeHidden();
}
