// Gestures without a form of their own on a device that can't store them: each says so, and works
// when there is space again.

import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { readMeta } from '#mirror/store/storage.ts';
import type { CommandState } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { buildCommand, uuid } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildSession, PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { actsOf } from './harness/acts-of.ts';
import { field, fill, find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { answer } from './harness/server.ts';
import { openTown } from './harness/town.ts';

const NOT_STORED = 'Não foi possível guardar neste aparelho. Nada foi enviado. Libere espaço e tente de novo.';
const NOT_DISCARDED = 'Não foi possível descartar o rascunho. Tente de novo.';
const NOT_KEPT = 'Sua escolha não pôde ser guardada neste aparelho. Tente de novo.';
const DOCUMENT = buildDocumentRow({ responsibles: [PEOPLE.bia] });

afterEach(() => vi.unstubAllGlobals());

/** From here on every change of a row of the table throws, until the answer is called. */
function fillDevice(mirror: Mirror, table: 'commands' | 'drafts' | 'meta'): () => void {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const hook = mirror.table(table).hook;
  for (const name of ['creating', 'updating', 'deleting'] as const) hook(name).subscribe(refuse);
  return () => {
    for (const name of ['creating', 'updating', 'deleting'] as const) hook(name).unsubscribe(refuse);
  };
}

async function openWaiting(path: string, state: CommandState) {
  const mirror = await openTown('Servidor', [DOCUMENT]);
  const lastError = { class: 'unverified', status: null, type: null, message: '', errors: {}, code: null } as const;
  const dueAtMs = NOW_MS + 600_000;
  await mirror.commands.put(
    buildCommand('respond', { state, dueAtMs, lastError: state === 'held' ? lastError : null }),
  );
  await openScreen({ mirror, path });
  return mirror;
}

const pressAll = async () => {
  await until(async () => expect((await find('button', 'Enviar tudo agora')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Enviar tudo agora');
};

const pressMenu = async () => {
  await press('button', /^Mais opções: /);
  await press('menuitem', 'Tentar agora');
};

test.each([
  { where: 'on its row', path: '/admin/outbox', state: 'backoff', again: () => press('button', 'Tentar agora') },
  { where: 'in its menu', path: '/admin/outbox', state: 'backoff', again: pressMenu },
  { where: 'for all', path: '/admin/outbox', state: 'backoff', again: pressAll },
  { where: 'after a check', path: '/admin/outbox', state: 'held', again: () => press('button', 'Enviar de novo') },
  {
    where: 'in the thread',
    path: '/admin/view-document/1',
    state: 'backoff',
    again: () => press('button', 'Tentar agora'),
  },
] as const)('sending again $where that can not be stored is told', async ({ path, state, again }) => {
  const mirror = await openWaiting(path, state);
  const freeSpace = fillDevice(mirror, 'commands');
  await again();
  await seesText(NOT_STORED);
  expect((await mirror.commands.get(1))?.dueAtMs).toBe(NOW_MS + 600_000);
  freeSpace();
  await again();
  await until(async () => expect((await mirror.commands.get(1))?.dueAtMs).toBeLessThanOrEqual(NOW_MS));
});

test('a completion that can not be stored is told', async () => {
  const mirror = await openTown('Servidor', [DOCUMENT]);
  const { goTo } = await openScreen({ mirror, path: '/admin/view-document/1?acao=concluir' });
  const confirm = async () => {
    await find('alertdialog', 'Concluir processo');
    await press('button', 'Concluir');
  };
  const freeSpace = fillDevice(mirror, 'commands');
  await confirm();
  await seesText(NOT_STORED);
  expect(await actsOf(mirror)).toEqual([]);
  freeSpace();
  await goTo('/admin/view-document/1?acao=concluir');
  await confirm();
  await until(async () => expect(await actsOf(mirror)).toMatchObject([{ type: 'complete-document' }]));
});

test('"Guardar e criar outro" keeps its form open until the draft is stored', async () => {
  const mirror = await openTown('Servidor');
  const { address } = await openScreen({ mirror, path: '/admin/create-documents' });
  await fill('Título', 'Drenagem');
  const another = await find('button', 'Guardar e criar outro');
  const freeSpace = fillDevice(mirror, 'drafts');
  await fill('Título', 'Drenagem da rua');
  another.click();
  await seesText(NOT_STORED);
  expect([address(), (await field('Título')).value]).toEqual(['/admin/create-documents', 'Drenagem da rua']);
  freeSpace();
  another.click();
  await until(() => expect(address()).toContain('rascunho='));
  expect((await mirror.drafts.get('create'))?.fields).toMatchObject({ title: 'Drenagem da rua' });
});

test('a draft of a document that can not be erased is told, and stays', async () => {
  const mirror = await openTown('Servidor');
  await mirror.drafts.put({ id: 'create', fields: { title: 'Drenagem' }, fileIds: [], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: '/admin/create-documents' });
  const erase = async () => {
    await press('button', 'Começar do zero');
    await press('button', 'Apagar');
  };
  const freeSpace = fillDevice(mirror, 'drafts');
  await erase();
  await seesText(NOT_DISCARDED);
  await find('button', 'Continuar rascunho');
  freeSpace();
  await erase();
  await until(async () => expect((await field('Título')).value).toBe(''));
});

test('a draft of a reply that can not be erased is told, stays, and is still being stored', async () => {
  const id = replyDraftOf('s:1');
  const mirror = await openTown('Servidor', [DOCUMENT]);
  await mirror.drafts.put({ id, fields: { content: '<p>Ciente.</p>' }, fileIds: [], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: '/admin/view-document/1', width: 'phone' });
  await press('button', 'Continuar rascunho');
  await press('button', 'Começar do zero');
  const freeSpace = fillDevice(mirror, 'drafts');
  await press('button', 'Apagar');
  await seesText(NOT_DISCARDED);
  freeSpace();
  await fill('Sua resposta', 'Ciente e de acordo.');
  await until(async () => expect(JSON.stringify(await mirror.drafts.get(id))).toContain('de acordo'));
});

test('a draft of a form of reference data that can not be erased is told, and stays', async () => {
  const mirror = await openTown('Super Admin');
  const id = 'manage:organizations:new';
  await mirror.drafts.put({ id, fields: { name: 'Habitação' }, fileIds: [], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: '/admin/create-organizations' });
  const freeSpace = fillDevice(mirror, 'drafts');
  await press('button', 'Começar do zero');
  await seesText(NOT_DISCARDED);
  expect((await field('Nome do setor')).value).toBe('Habitação');
  freeSpace();
  await press('button', 'Começar do zero');
  await until(async () => expect((await field('Nome do setor')).value).toBe(''));
});

test.each(['meta', 'drafts'] as const)(
  'an account that the server saved is told as saved, also without space for %s',
  async (table) => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const mirror = await openTown('Servidor');
    await openScreen({ mirror, path: '/admin/profile' });
    await fill('Sobrenome', 'Lima Reis');
    await until(async () => expect(await mirror.drafts.count()).toBe(1));
    answer(200, { user: { ...buildSession(), last_name: 'Lima Reis' } });
    const freeSpace = fillDevice(mirror, table);
    await press('button', 'Salvar');
    await seesText('Muito bom! Suas alterações foram salvas.');
    expect(reported).toHaveLength(1);
    freeSpace();
  },
);

async function withSearch() {
  const mirror = await openTown('Servidor', [DOCUMENT]);
  const search = { id: uuid(1), name: 'Ruas', address: '/admin/manage-documents?search=rua' };
  await mirror.meta.put({ name: 'savedSearches', value: [search] });
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await press('button', 'Buscas salvas');
  return { mirror, kept: async () => (await readMeta(mirror, 'savedSearches'))?.map(({ name }) => name) };
}

test('a saved search that can not be removed is told', async () => {
  const { mirror, kept } = await withSearch();
  const freeSpace = fillDevice(mirror, 'meta');
  await press('button', 'Apagar Ruas');
  await seesText(NOT_KEPT);
  freeSpace();
  await press('button', 'Apagar Ruas');
  await until(async () => expect(await kept()).toEqual([]));
});

test('a removed search that can not be brought back is told, and is still offered', async () => {
  const { mirror, kept } = await withSearch();
  await press('button', 'Apagar Ruas');
  await find('button', 'Desfazer');
  const freeSpace = fillDevice(mirror, 'meta');
  await press('button', 'Desfazer');
  await seesText(NOT_KEPT);
  freeSpace();
  await press('button', 'Desfazer');
  await until(async () => expect(await kept()).toEqual(['Ruas']));
  await until(() => expect(names('button')).not.toContain('Desfazer'));
});
