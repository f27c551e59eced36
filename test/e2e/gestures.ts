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

/** Presses with the mouse, and counts how often. */
export function countedMouse(): { press: (target: Locator) => Promise<void>; presses: () => number } {
  let presses = 0;
  return {
    async press(target) {
      presses += 1;
      await target.click();
    },
    presses: () => presses,
  };
}

/**
 * Opens the create form with "Criar documento", fills and sends it; ends on the page of the new
 * document. Resolves to how many presses the sending took. What is typed is not counted.
 */
export async function createDocument(page: Page, words: DocumentWords): Promise<number> {
  const { press, presses } = countedMouse();
  const inField = async (field: Locator, text: string) => {
    await press(field);
    await expect(field).toBeFocused();
    await page.keyboard.insertText(text);
  };
  await press(page.getByRole('link', { name: 'Criar documento' }).first());
  const subject = page.getByRole('combobox', { name: 'Assunto' });
  await inField(subject, 'Vistoria técnica');
  await expect(page.getByRole('option', { name: 'Vistoria técnica' }).first()).toBeVisible();
  // While a list is open, a screen reader finds nothing else; a press beside it closes it.
  await inField(page.getByRole('textbox', { name: 'Título', includeHidden: true }), words.title);
  await expect(subject).toHaveValue('Vistoria técnica');
  await inField(page.getByRole('textbox', { name: 'Nº físico' }), words.physicalNumber);
  const person = page.getByRole('combobox', { name: 'Responsável' });
  await inField(person, words.responsible);
  await expect(page.getByRole('option', { name: words.responsible }).first()).toBeVisible();
  await inField(page.getByRole('textbox', { name: 'Data limite', includeHidden: true }), fifteenthOfNextMonth());
  await expect(person).toHaveValue(new RegExp(words.responsible));
  await inField(page.getByRole('textbox', { name: 'Texto', exact: true }), words.content);
  const chooser = page.waitForEvent('filechooser');
  await press(page.getByRole('button', { name: 'Escolher arquivo', exact: true }));
  await (await chooser).setFiles(words.files.map(({ name, mime, bytes }) => ({ name, mimeType: mime, buffer: bytes })));
  for (const file of words.files) await expect(page.getByText(file.name).first()).toBeVisible();
  const send = page.getByRole('button', { name: 'Enviar', exact: true });
  await expect(send).toBeEnabled();
  await press(send);
  await expect(page.getByText('Tudo certo! Documento enviado com sucesso.')).toBeVisible();
  await page.getByRole('dialog').getByText('Ver documento').click();
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
  return presses();
}

/** `15/12/2026`, as a person types it. */
export function fifteenthOfNextMonth(): string {
  const now = new Date();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15));
  return [next.getUTCDate(), next.getUTCMonth() + 1, next.getUTCFullYear()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join('/');
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

/**
 * Expects a message in pencil: its author can still discard it, which is not offered for a message
 * in ink.
 */
export async function expectPencil(message: Locator): Promise<void> {
  await expect(message.getByRole('button', { name: 'Descartar' })).toBeVisible();
}

/** Expects exactly one message in ink: it neither waits to be sent nor is being sent. */
export async function expectInk(message: Locator, timeout: number): Promise<void> {
  await expect(message).toHaveCount(1, { timeout });
  const onItsWay = message.getByText(/^(Na fila|Enviando|Sem resposta|Aguarda)/);
  await expect(message.getByRole('button', { name: 'Descartar' }).or(onItsWay)).toHaveCount(0, { timeout });
}

/**
 * Writes `text` into the editor in one input event. A test about typing presses the keys itself.
 */
export async function write(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await expect(editor).toBeFocused();
  await editor.page().keyboard.insertText(text);
  await expect(editor).toContainText(text);
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
