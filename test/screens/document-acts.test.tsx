// What a person does with a document, and what the screen says at once, before any server has
// answered.

import { File } from 'node:buffer';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { expect, test, vi } from 'vitest';
import { buildError } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { all, textOf } from './harness/accessible.ts';
import { actsOf } from './harness/acts-of.ts';
import { expectDay, find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const TITLE = 'Interdição da rua';
const { bia } = PEOPLE;
const OPEN = buildDocumentRow({ title: TITLE, responsibles: [bia] });
const OVERDUE = buildDocumentRow({ title: TITLE, limit_date: '2026-11-19' });
const COMPLETED = buildDocumentRow({ title: TITLE, stored_status: 'completed', status: 'completed' });

async function openMenu(entry: string): Promise<void> {
  await press('button', `Mais opções de ${TITLE}`);
  (await until(() => itemOf(entry))).click();
}

function itemOf(entry: string): HTMLElement {
  const item = all('menuitem').find((one) => textOf(one) === entry);
  if (item === undefined) throw new Error(`no entry ${entry}`);
  return item;
}

const kinds = async (mirror: Mirror) => (await actsOf(mirror)).map(({ type }) => type);

test('completing a document asks first, says "Documento finalizado" at once and changes its row', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await openMenu('Concluir');
  await seesText('Quer mesmo concluir esse processo?');
  await seesText('Depois disso, novas interações só serão possíveis se o documento for reaberto.');
  expect(names('alertdialog')).toEqual(['Concluir processo']);
  expect(await kinds(mirror)).toEqual([]);
  await press('button', 'Concluir');
  await seesText('Documento finalizado');
  await until(() => expect(textOf(document.querySelector('tbody'))).toContain('Finalizado'));
  expect(await kinds(mirror)).toEqual(['complete-document']);
});

test('reopening an overdue document takes a new date from today on, and says "Documento reaberto"', async () => {
  const mirror = await openTown('Servidor', [OVERDUE]);
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await openMenu('Reabrir com nova data limite');
  await seesText('Quer mesmo reabrir esse processo?');
  expect((await find('button', 'Reabrir')).hasAttribute('disabled')).toBe(true);
  await seesText('Falta: nova data limite');
  await press('button', 'Nova data limite dd/mm/aaaa');
  await expectDay(/quinta-feira, 19 de novembro de 2026/, 'off');
  (await expectDay(/sexta-feira, 20 de novembro de 2026/, 'on')).click();
  await press('button', 'Aplicar data');
  await press('button', 'Reabrir');
  await seesText('Documento reaberto');
  await until(() => expect(textOf(document.querySelector('tbody'))).toContain('Tramitando'));
});

test('the button of an overdue document says that reopening takes a new date, where there is room', async () => {
  await openScreen({ mirror: await openTown('Servidor', [OVERDUE]), path: '/admin/view-document/1' });
  await until(() => expect(names('button')).toContain('Reabrir com nova data limite'));
  vi.stubGlobal('scrollY', 300);
  try {
    window.dispatchEvent(new Event('scroll'));
    await until(() => expect(names('button')).toContain('Reabrir'));
  } finally {
    vi.unstubAllGlobals();
  }
});

test('an overdue document is reopened and completed at once: two commands, one message', async () => {
  const mirror = await openTown('Servidor', [OVERDUE]);
  await openScreen({ mirror, path: '/admin/view-document/1?acao=reabrir' });
  await press('checkbox', 'Concluir em seguida');
  await seesText('Falta: nova data limite');
  await press('button', 'Nova data limite dd/mm/aaaa');
  (await expectDay(/sexta-feira, 20 de novembro de 2026/, 'on')).click();
  await press('button', 'Aplicar data');
  await press('button', 'Reabrir e concluir');
  await seesText('Documento finalizado');
  expect(await kinds(mirror)).toEqual(['reopen-document', 'complete-document']);
});

test.each([
  ['in time', COMPLETED],
  ['whose date has passed', { ...COMPLETED, limit_date: '2026-11-19' }],
] as const)('a completed document %s is not offered to be completed again', async (_kind, row) => {
  await openScreen({ mirror: await openTown('Servidor', [row]), path: '/admin/view-document/1?acao=reabrir' });
  await find('dialog', 'Reabrir documento');
  expect(names('checkbox')).not.toContain('Concluir em seguida');
});

test('reopening a completed document whose date has not passed takes no new date', async () => {
  const mirror = await openTown('Servidor', [COMPLETED]);
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await openMenu('Reabrir');
  await seesText('Quer mesmo reabrir esse processo?');
  await press('button', 'Reabrir');
  await seesText('Documento reaberto');
  expect(await kinds(mirror)).toEqual(['reopen-document']);
});

test('opening a document records a view, and listing it does not', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  const list = await openScreen({ mirror, path: '/admin/manage-documents' });
  await seesText(TITLE);
  expect(await mirror.commands.count()).toBe(0);
  list.close();
  await openScreen({ mirror, path: '/admin/view-document/1' });
  await until(async () => expect((await mirror.commands.toArray()).map((one) => one.type)).toEqual(['record-view']));
});

test('a later date is chosen on or after the current one only', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/view-document/1' });
  await press('button', 'Data limite 27/11/2026');
  await expectDay(/26 de novembro de 2026/, 'off');
  await expectDay(/27 de novembro de 2026/, 'on');
  await expectDay(/28 de novembro de 2026/, 'on');
});

test('a reply without text and without a responsible can not be sent', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/view-document/1' });
  expect((await find('button', 'Responder')).hasAttribute('disabled')).toBe(true);
  await seesText('Falta: texto');
});

test('a file alone is sent with one press more: "Segue em anexo." is written into the reply', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/view-document/1' });
  await press('button', 'Editor simples');
  await find('textbox', 'Sua resposta');
  expect(names('button')).not.toContain('Escrever “Segue em anexo.”');
  const input = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].at(0);
  if (input === undefined) throw new Error('no field for files');
  Object.defineProperty(input, 'files', { value: [new File(['%PDF-1.7 croqui'], 'croqui.pdf')] });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await seesText('croqui.pdf');
  await seesText('Falta: texto');
  await press('button', 'Escrever “Segue em anexo.”');
  await press('button', 'Responder');
  await seesText('Nova interação adicionada');
  expect(await actsOf(mirror)).toMatchObject([{ type: 'respond', payload: { content: '<p>Segue em anexo.</p>' } }]);
});

test('the transfer dialog sends only with a responsible, a file or a later date', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/view-document/1?acao=transferir' });
  await seesText('Falta: responsável, arquivo ou nova data limite');
  expect((await find('button', 'Enviar')).hasAttribute('disabled')).toBe(true);
});

test.each([
  ['text', { content: '<p>Recebido.</p>' }, 'Responder', 'Nova interação adicionada'],
  [
    'text and a later date',
    { content: '<p>Recebido.</p>', limitDate: '2026-12-01' },
    'Prorrogar',
    'Nova interação adicionada',
  ],
  ['another responsible alone', { responsibleId: 9 }, 'Transferir', 'Documento transferido'],
] as const)('a reply with %s: %o is sent by "%s" and says "%s"', async (_what, written, button, done) => {
  const mirror = await openTown('Servidor', [OPEN]);
  const fields = { content: '', limitDate: OPEN.limit_date, responsibleId: null, ...written };
  await mirror.drafts.put({ id: replyDraftOf('s:1'), fields, fileIds: [], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: '/admin/view-document/1' });
  // "Transferir" is also in the header of the document, "Prorrogar" beside its date.
  const send = await until(() => {
    const found = all('button')
      .filter((one) => textOf(one) === button && !one.hasAttribute('disabled') && one.closest('aside') === null)
      .at(-1);
    if (found === undefined || found.closest('header') !== null) throw new Error(`no enabled ${button} in the reply`);
    return found;
  });
  send.click();
  await seesText(done);
  expect(await kinds(mirror)).toEqual(['respond']);
});

test('a transfer shows the new responsible and their sector in the list', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/view-document/1?acao=transferir' });
  await press('button', 'Mostrar sugestões Responsável');
  await press('option', /Caio Porto/);
  await press('button', 'Enviar');
  await seesText('Documento transferido');
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await until(() => expect(textOf(document.querySelector('tbody'))).toContain('Caio Porto'));
});

test('a command that the server refuses is told once, with its reason, as an error', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await openMenu('Concluir');
  await press('button', 'Concluir');
  await seesText('Documento finalizado');
  const [command] = await mirror.commands.toArray();
  if (command === undefined) throw new Error('nothing was stored');
  const lastError = buildError({ errors: { status: ['Você não pode concluir este documento.'] } });
  await mirror.commands.put({ ...command, state: 'refused', attempts: 1, lastError });
  const told = () => all('alert').filter((one) => textOf(one).includes('Você não pode concluir este documento.'));
  await until(() => expect(told()).toHaveLength(1));
});
