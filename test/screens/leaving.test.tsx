// Leaving with work that is only on the device, and finding a draft again.

import { openMirror } from '#mirror/opening/open-mirror.ts';
import { sessionOf } from '#mirror/questions/session.ts';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberPerson } from '#mirror/store/person-facts.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { afterEach, expect, test, vi } from 'vitest';
import * as ownWorkDialog from '#app/leaving/own-work-dialog.tsx';
import { buildCommand } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { NOW_MS } from '../builders/moments.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { fill, find, names, press, seesText, until } from './harness/hand.ts';
import { NO_SYNC, openScreen } from './harness/open-screen.tsx';
import { countPresses } from './harness/presses.ts';
import { answer } from './harness/server.ts';
import { openTown } from './harness/town.ts';

afterEach(() => vi.restoreAllMocks());

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

/**
 * Two drafts and a reply in the mirror that bears the name of the person, because leaving erases
 * that one.
 */
async function withKeptWork(mirror: Mirror): Promise<number> {
  const userId = (await sessionOf(mirror))?.id ?? 0;
  await rememberPerson({ userId, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await openMirror(userId).drafts.bulkPut(DRAFTS.slice(0, 2));
  await openMirror(userId).commands.put(buildCommand('respond'));
  return userId;
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
    'Sair e guardar tudo',
    'Sair e descartar…',
  ]);
  await press('button', 'Continuar aqui');
  await until(() => expect(names('alertdialog')).toEqual([]));
  expect(await mirror.drafts.count()).toBe(3);
});

/** A person who is asked before leaving with one reply that is not sent. */
async function askedToLeave() {
  const counted = vi.spyOn(ownWorkDialog, 'workToAskAbout');
  const mirror = await openTown('Servidor');
  await mirror.commands.put(buildCommand('respond'));
  const { address } = await openScreen({ mirror, path: '/admin/manage-documents' });
  await leave();
  await find('button', 'Enviar agora e sair');
  return { address, counted };
}

test.each(['Continuar aqui', 'Fechar'])('who presses "%s" while their work is sent stays', async (stay) => {
  let sent = () => {};
  vi.spyOn(NO_SYNC, 'drainNow').mockReturnValue(new Promise<void>((done) => (sent = done)));
  const { address, counted } = await askedToLeave();
  await press('button', 'Enviar agora e sair');
  await press('button', stay);
  await until(() => expect(names('alertdialog')).toEqual([]));
  sent();
  // A second "Sair" counts the work later than the first one would.
  await leave();
  await find('button', 'Enviar agora e sair');
  expect(counted).toHaveBeenCalledTimes(2);
  expect(address()).toBe('/admin/manage-documents');
});

test('who stays while the device counts what was not sent stays, also when nothing is left', async () => {
  const { address, counted } = await askedToLeave();
  let tell = (_left: null) => {};
  counted.mockReturnValueOnce(new Promise((done) => (tell = done)));
  await press('button', 'Enviar agora e sair');
  await until(() => expect(counted).toHaveBeenCalledTimes(2));
  await press('button', 'Continuar aqui');
  await until(() => expect(names('alertdialog')).toEqual([]));
  tell(null);
  await leave();
  await find('button', 'Enviar agora e sair');
  expect(address()).toBe('/admin/manage-documents');
});

test('where no key closes it, work is sent or discarded before leaving, and never kept', async () => {
  const mirror = await townWithDrafts();
  await mirror.meta.delete('sealingKey');
  await mirror.commands.put(buildCommand('respond'));
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await leave();
  const dialog = await find('alertdialog', 'Há trabalho seu só neste aparelho');
  expect(textOf(dialog)).toContain('Este servidor não tem a chave que fecharia o seu trabalho neste aparelho.');
  expect(names('button', dialog)).toEqual(['Fechar', 'Enviar agora e sair', 'Continuar aqui', 'Sair e descartar…']);
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

test.each(['#app/leaving/own-work-dialog.tsx'])(
  'leaving when %s can not be loaded keeps drafts and unsent work for the next login',
  async (module) => {
    vi.doMock(module, () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    // Without an import from here, the second module would be loaded as before.
    await expect(import(/* @vite-ignore */ module)).rejects.toThrow('mocking');
    answer(204, null);
    try {
      const mirror = await townWithDrafts();
      const userId = await withKeptWork(mirror);
      await openScreen({ mirror, path: '/admin/manage-documents' });
      await leave();
      await find('heading', 'Entrar');
      await until(async () =>
        expect((await readDeviceFacts()).keptWork).toMatchObject({ [userId]: { unsent: 1, drafts: 2 } }),
      );
    } finally {
      vi.doUnmock(module);
      await updateDeviceFacts({ lastPerson: null, keptWork: {}, logoutOwed: false });
    }
  },
);

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

async function townWithOwnWork() {
  const mirror = await townWithDrafts();
  await mirror.drafts.put({ id: 'reply:s:9', fields: { content: '<p>Perdido.</p>' }, fileIds: [], savedAtMs: 1 });
  await mirror.commands.bulkPut([
    buildCommand('respond', { seq: 1, state: 'conflict' }),
    buildCommand('complete-document', { seq: 2 }),
    buildCommand('respond', { seq: 3, documentKey: 's:2' }),
    buildCommand('record-view', { seq: 4 }),
  ]);
  return mirror;
}

test('unsent work has one count: in Pendências, the details of the pill, the menu of a phone and leaving', async () => {
  const mirror = await townWithOwnWork();
  await openScreen({ mirror, path: '/admin/outbox', width: 'phone' });
  await seesText('3 itens neste aparelho');
  await find('heading', 'Rascunhos 4');
  await seesText('Resposta a um documento que não está mais neste aparelho');
  await press('button', '1 a resolver');
  await seesText('3 itens neste aparelho: 1 precisa de você, 2 na fila');
  await press('button', 'Fechar');
  await press('button', 'Menu');
  await find('link', 'Pendências de envio (3)');
  await press('button', 'Sair');
  const dialog = await find('alertdialog', 'Há trabalho seu só neste aparelho');
  expect(textOf(dialog)).toContain('Apaga 3 envios e 4 rascunhos');
});

test.each(['/admin/view-document/1', '/admin/manage-documents', '/admin/create-documents'])(
  'on %s a phone leaves with unsent work in two presses, which keeps all of it and says what that means',
  async (path) => {
    answer(204, null);
    const mirror = await townWithDrafts();
    await mirror.commands.put(buildCommand('respond'));
    await writeMeta(mirror, { name: 'connection', value: { network: 'offline', auth: 'ok' } });
    const userId = await withKeptWork(mirror);
    try {
      await openScreen({ mirror, path, width: 'phone' });
      await find('button', 'Menu');
      const presses = countPresses();
      await press('button', 'Menu');
      const keep = await find('button', 'Sair e guardar tudo');
      const told = textOf(document.getElementById(keep.getAttribute('aria-describedby') ?? ''));
      expect(told).toContain('Ficam fechados neste aparelho; só você abre.');
      expect(told).toContain('Sem internet você não consegue entrar de novo.');
      keep.click();
      await find('heading', 'Entrar');
      expect(presses()).toBeLessThanOrEqual(2);
      await until(async () =>
        expect((await readDeviceFacts()).keptWork).toMatchObject({ [userId]: { unsent: 1, drafts: 2 } }),
      );
    } finally {
      await updateDeviceFacts({ lastPerson: null, keptWork: {}, logoutOwed: false });
    }
  },
);

test('the menu of a phone counts what its screen has not saved yet, and offers nothing to keep where there is no work', async () => {
  const mirror = await openTown('Servidor', [buildDocumentRow()]);
  const { close } = await openScreen({ mirror, path: '/admin/view-document/1', width: 'phone' });
  await press('button', 'Menu');
  await find('button', 'Sair');
  await press('button', 'Fechar');
  await press('button', 'Escreva sua resposta');
  await fill('Sua resposta', 'Rua interditada.');
  await press('button', 'Menu');
  await find('button', 'Sair e guardar');
  expect(await mirror.drafts.count()).toBe(1);
  close();
  await mirror.meta.delete('sealingKey');
  const { close: closeAgain } = await openScreen({ mirror, path: '/admin/manage-documents', width: 'phone' });
  await press('button', 'Menu');
  await find('button', 'Sair');
  expect(names('button').filter((name) => name.startsWith('Sair'))).toEqual(['Sair']);
  closeAgain();
  const empty = await openTown('Servidor');
  await openScreen({ mirror: empty, path: '/admin/manage-documents', width: 'phone' });
  await press('button', 'Menu');
  await find('button', 'Sair');
  expect(names('button').filter((name) => name.startsWith('Sair'))).toEqual(['Sair']);
});

test('Ajuda counts the same unsent work as Pendências', async () => {
  await openScreen({ mirror: await townWithOwnWork(), path: '/admin/help?pergunta=sair' });
  expect(nameOf(await find('link', 'Ver o que falta enviar (3)'))).toContain('(3)');
});
