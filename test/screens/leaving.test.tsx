// Leaving with work that is only on the device, and finding a draft again.

import { writeMeta } from '#mirror/store/meta.ts';
import { expect, test } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { NOW_MS } from '../builders/moments.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const DRAFTS = [
  { id: 'create', fields: { title: 'Medição de novembro' }, fileIds: [], savedAtMs: NOW_MS },
  { id: 'create:2', fields: { title: 'Pedido de vistoria' }, fileIds: [], savedAtMs: NOW_MS - 60_000 },
  { id: 'reply:s:1', fields: { content: '<p>Ciente.</p>' }, fileIds: [], savedAtMs: NOW_MS - 120_000 },
];

async function townWithDrafts() {
  const mirror = await openTown('Servidor', [buildDocumentRow()]);
  await mirror.drafts.bulkPut(DRAFTS);
  return mirror;
}

const leave = async () => {
  const buttons = await until(() => {
    const found = all('button').filter((one) => nameOf(one) === 'Sair');
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  buttons[0]?.click();
};

test('leaving counts unsent gestures and drafts by kind, and says what each choice means', async () => {
  const mirror = await townWithDrafts();
  await mirror.commands.put(buildCommand('respond'));
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await leave();
  const dialog = await find('alertdialog', 'Há trabalho seu só neste aparelho');
  expect(textOf(dialog)).toContain('1 resposta não enviada · PMVI 042');
  expect(textOf(dialog)).toContain('3 rascunhos');
  expect(textOf(dialog)).not.toContain('Sem internet');
  expect(names('button', dialog)).toEqual([
    'Fechar',
    'Enviar agora e sair',
    'Continuar aqui',
    'Sair e guardar os quatro',
    'Sair e descartar…',
  ]);
  await press('button', 'Continuar aqui');
  await until(() => expect(names('alertdialog')).toEqual([]));
  expect(await mirror.drafts.count()).toBe(3);
});

test('leaving without a network says first that entering again needs one, also when nothing is unsent', async () => {
  const mirror = await openTown('Servidor');
  await writeMeta(mirror, { name: 'connection', value: { network: 'offline', auth: 'ok' } });
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await leave();
  const dialog = await find('alertdialog', 'Sair sem internet?');
  expect(textOf(dialog)).toContain('Sem internet você não consegue entrar de novo.');
  await until(() => expect(nameOf(document.activeElement ?? document.body)).toBe('Continuar aqui'));
});

test('the home offers the newest draft with how many more there are, and leads into its form', async () => {
  const mirror = await townWithDrafts();
  await openScreen({ mirror, path: '/admin/home' });
  await seesText('só neste aparelho');
  expect(nameOf(await find('link', 'Mais 2 rascunhos'))).toBe('Mais 2 rascunhos');
  await press('link', 'Continuar rascunho');
  await until(() => {
    const title = document.querySelector<HTMLInputElement>('input[name=title], textarea[name=title]');
    expect(title?.value ?? textOf(document.body)).toContain('Medição de novembro');
  });
});

test('a draft is discarded on the home after a question, and the next one takes its place', async () => {
  const mirror = await townWithDrafts();
  await openScreen({ mirror, path: '/admin/home', width: 'phone' });
  await press('button', 'Opções do rascunho: Medição de novembro');
  (
    await until(
      () => all('menuitem').find((one) => textOf(one) === 'Descartar') ?? Promise.reject(new Error('no entry')),
    )
  ).click();
  await press('button', 'Descartar');
  await find('button', 'Opções do rascunho: Pedido de vistoria');
  expect(await mirror.drafts.count()).toBe(2);
});
