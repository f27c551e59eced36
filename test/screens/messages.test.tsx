// Messages tell one story: one message per document, the newer in place of the older, and none over
// the buttons of a dialog.

import { readFile } from 'node:fs/promises';
import { runGesture } from '../../src/app/acts/notices/notify-stored.ts';
import { dismissAll, notify } from '#ui/feedback/toast.tsx';
import { afterEach, expect, test, vi } from 'vitest';
import { buildError } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { find, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const OPEN = buildDocumentRow({ title: 'Interdição da rua' });
const SECOND = buildDocumentRow({ id: 2, number: 43, title: 'Muro do cemitério', responsibles: [PEOPLE.ana] });
const LIST = '/admin/manage-documents';

afterEach(dismissAll);

const region = () => document.querySelector('[aria-label="Mensagens"]');
const messages = () => all('alertdialog', region() ?? document.createElement('div')).map(textOf);

/** Waits until the messages on screen are these, by what each contains. */
async function expectMessages(...words: string[]): Promise<void> {
  await until(() => expect(messages().toSorted()).toEqual(words.map((word) => expect.stringContaining(word))));
}

async function choose(button: string, entry: string): Promise<void> {
  await press('button', button);
  await until(() => {
    const item = all('menuitem').find((one) => textOf(one).startsWith(entry));
    if (item === undefined) throw new Error(`no entry ${entry}`);
    item.click();
  });
}

async function complete(button: string): Promise<void> {
  await choose(button, 'Concluir');
  const question = await find('alertdialog', 'Concluir processo');
  all('button', question)
    .find((one) => nameOf(one) === 'Concluir')
    ?.click();
}

test('whatever is done with one document, its newest message is the only one, and a refusal takes its success away', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/view-document/1' });
  await choose('Mais opções', 'Guardar neste aparelho');
  await expectMessages('Guardado neste aparelho');
  await choose('Mais opções', 'Copiar link');
  await expectMessages('Não foi possível copiar');
  await press('button', 'Concluir');
  const question = await find('alertdialog', 'Concluir processo');
  all('button', question)
    .find((one) => nameOf(one) === 'Concluir')
    ?.click();
  await expectMessages('Documento finalizado');
  const command = (await mirror.commands.toArray()).find(({ type }) => type === 'complete-document');
  if (command === undefined) throw new Error('nothing was stored');
  const lastError = buildError({ errors: { status: ['Você não pode concluir este documento.'] } });
  await mirror.commands.put({ ...command, state: 'refused', attempts: 1, lastError });
  await expectMessages('Você não pode concluir este documento.');
});

test('a message about several documents gives way to a newer one about any of them', async () => {
  const mirror = await openTown('Servidor', [OPEN, SECOND]);
  await openScreen({ mirror, path: LIST });
  await press('checkbox', 'Selecionar todos desta página');
  await press('button', 'Transferir');
  await find('dialog', 'Transferir 2 documentos');
  await until(() => {
    const caio = all('option').find((one) => textOf(one).includes('Caio'));
    if (caio === undefined) throw new Error('no Caio');
    caio.click();
  });
  const dialog = await find('dialog', 'Transferir 2 documentos');
  await until(() => {
    const send = all('button', dialog).find((one) => nameOf(one) === 'Enviar');
    expect(send?.hasAttribute('disabled')).toBe(false);
    send?.click();
  });
  await expectMessages('2 documentos transferidos');
  await complete(`Mais opções de ${OPEN.title}`);
  await expectMessages('Documento finalizado');
  await complete(`Mais opções de ${SECOND.title}`);
  await expectMessages('Documento finalizado', 'Documento finalizado');
});

test('over a dialog the messages stand aside, and only what went wrong is shown', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/view-document/1' });
  await find('button', 'Concluir');
  notify({ title: 'Documento transferido' });
  notify({ title: 'Não foi aceito', tone: 'danger' });
  await seesText('Documento transferido');
  const isAside = () => region()?.className.includes('aside') ?? false;
  expect(isAside()).toBe(false);
  for (const act of ['Concluir', 'Transferir']) {
    await press('button', act);
    await until(() => expect(isAside()).toBe(true));
    await press('button', 'Cancelar');
    await until(() => expect(isAside()).toBe(false));
  }
  const rules = await readFile('src/ui/feedback/toast.module.css', 'utf8');
  expect(rules).toMatch(/\.aside \.toast:not\(\.danger\) \{\s+display: none;/);
});

test('a change that is stored is never told as one that is not, be it that nothing more can be read', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: LIST });
  const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue(undefined);
  const cause = new Error('the outbox can not be read');
  const reading = vi.spyOn(mirror.commands, 'where');
  const gesture = async () => {
    reading.mockImplementation(() => {
      throw cause;
    });
    return { kind: 'stored', commandId: 'c1', documentKey: 's:1' } as const;
  };
  expect(await runGesture({ mirror, done: 'Alteração realizada com sucesso.' }, gesture)).toBe(true);
  reading.mockRestore();
  expect(reported).toHaveBeenCalledWith(cause);
  reported.mockRestore();
  await expectMessages('Guardado neste aparelho. Será enviado quando houver conexão.');
});
