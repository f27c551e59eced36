// What a person does on the screens, in any engine. Elements are found by the names that a person
// reads there.

import { DEMO_PASSWORD } from '../api-client.ts';
import { type SettledQuestion, UNSETTLED } from '../unsettled.ts';
import { eventually } from '../within.ts';
import type { Target } from './locate.ts';
import type { Screen } from './screen.ts';

const READY_MS = 60_000;

/** Logs in through the screen, the human check included, and waits for the home. */
export async function logIn(
  screen: Screen,
  { email, remember = false }: { email: string; remember?: boolean },
): Promise<void> {
  await screen.write({ role: 'textbox', name: 'E-mail' }, email);
  await screen.write({ role: 'textbox', name: 'Senha' }, DEMO_PASSWORD);
  if (remember) await screen.tap({ name: 'Ficar logado' });
  // A drawing covers the checkbox itself, so the label is pressed.
  await screen.tap({ css: 'altcha-widget label' });
  await screen.press('button', 'entrar');
  await screen.see({ name: 'Suas atualizações' });
}

/**
 * Waits until the application could start without the server: the worker controls the page, and the
 * first sync and the details of `documents` are written.
 */
export async function readyWithoutServer(
  screen: Screen,
  documents: readonly { readonly id: number }[] = [],
): Promise<void> {
  const question: SettledQuestion = { documents: documents.map(({ id }) => id) };
  await eventually(READY_MS, {
    doing: 'the worker is in charge and the first sync is written down',
    ask: async () => {
      const inCharge = await screen.driver.evaluate<boolean>('return navigator.serviceWorker.controller !== null');
      const left = await screen.driver.evaluate<string[]>(UNSETTLED, question);
      if (left.length > 0) throw new Error(left.join('\n'));
      return inCharge || null;
    },
  });
}

export type DocumentWords = {
  readonly title: string;
  readonly physicalNumber: string;
  readonly responsible: string;
  readonly content: string;
  /** Paths of its files on the disk of the device. */
  readonly paths: readonly string[];
};

/** Fills the create form and sends it; ends on the page of the new document. */
export async function createDocument(screen: Screen, words: DocumentWords): Promise<void> {
  await pickFromSelect(screen, { label: 'Tipo', option: 'Documento Geral' });
  await pickFromComboBox(screen, { label: 'Assunto', option: 'Vistoria técnica' });
  await screen.write({ role: 'textbox', name: 'Título' }, words.title);
  await screen.write({ role: 'textbox', name: 'Nº físico' }, words.physicalNumber);
  await pickFromComboBox(screen, { label: 'Responsável', option: words.responsible });
  await chooseDayNextMonth(screen, 'Data limite');
  await screen.write({ role: 'textbox', name: 'Texto', exact: true }, words.content);
  await screen.driver.attach('input[type=file]', words.paths);
  for (const path of words.paths) await screen.see({ name: path.slice(path.lastIndexOf('/') + 1) });
  await screen.press('button', 'Enviar');
  await screen.see({ name: 'Tudo certo! Documento enviado com sucesso.' });
  // The dialog opens before the document is read, and the lines of the document then move the
  // buttons down.
  await screen.see({ name: words.title, inside: { role: 'dialog' } });
  await screen.tap({ role: 'button', name: 'Ver documento', inside: { role: 'dialog' } });
  await screen.heading(words.title);
}

/** Writes a reply on the page of the open document and waits until it is in the thread. */
export async function reply(screen: Screen, text: string): Promise<void> {
  await screen.write({ role: 'textbox', name: 'Sua resposta' }, text);
  await screen.press('button', 'Responder');
  await screen.see(messageWith(text));
}

/** Completes the open document with "Concluir" and confirms it in the dialog. */
export async function complete(screen: Screen): Promise<void> {
  await screen.press('button', 'Concluir');
  await screen.tap({ role: 'button', name: 'Concluir', exact: true, inside: { role: 'alertdialog' } });
  await screen.see({ name: 'Documento finalizado' });
}

/** The message of the thread that contains `text`. */
export function messageWith(text: string): Target {
  return { role: 'article', having: text };
}

async function pickFromSelect(screen: Screen, { label, option }: { label: string; option: string }): Promise<void> {
  const field: Target = { role: 'button', name: label };
  if ((await screen.see(field)).text.includes(option)) return;
  await screen.tap(field);
  await screen.tap({ role: 'option', name: option });
}

async function pickFromComboBox(screen: Screen, { label, option }: { label: string; option: string }): Promise<void> {
  const field: Target = { role: 'combobox', name: label };
  await screen.write(field, option);
  await screen.tap({ role: 'option', name: option });
  await screen.see(field, { until: (sight) => sight.value.includes(option) });
}

async function chooseDayNextMonth(screen: Screen, label: string): Promise<void> {
  const dialog: Target = { role: 'dialog' };
  // The list of missing fields has a button with the same label.
  await screen.tap({ role: 'button', pattern: `^${label} (dd|\\d\\d)/` });
  await screen.tap({ role: 'button', name: 'Próximo mês', inside: dialog });
  await screen.tap({ role: 'button', pattern: '\\b15 de ', inside: dialog });
  await screen.tap({ role: 'button', name: 'Aplicar data', inside: dialog });
  await screen.gone(dialog);
}
