// "Conferir comprovante", opened by the author of a receipt and by a person to whom the author gave
// it.

import { afterEach, expect, test, vi } from 'vitest';
import { codeOfReceipt } from '#mirror/keep/receipts.ts';
import type { ReceiptRow } from '#mirror/store/rows.ts';
import { pinReceiptKeys, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { buildCommand, uuid } from '../builders/build-command.ts';
import { buildDocumentRow, buildInteraction, buildLog } from '../builders/build-document.ts';
import { newKey, signedBy } from '../builders/build-signed.ts';
import { NOW_MS } from '../builders/moments.ts';
import { openTestMirror } from '../builders/open-test-mirror.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { choose, fileOf, unreadableFile } from './harness/files.ts';
import { fill, find, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { withDocuments } from './harness/rows.ts';
import { answer } from './harness/server.ts';
import { openTown } from './harness/town.ts';

const PAIR = newKey();
const RECEIPT = signedBy(PAIR);
const CODE = codeOfReceipt(RECEIPT) ?? '';
const GOOD = [
  'Comprovante de registro',
  'Comprovante válido.',
  'Prefeitura de Vila Itá (PMVI)',
  'PMVI042',
  'Antônia Conceição',
  '20/11/2026 às 14:35',
];

afterEach(async () => {
  vi.unstubAllGlobals();
  await updateDeviceFacts({ receiptKeys: [] });
});

async function openAlone(path = '/conferir') {
  const mirror = await openTestMirror();
  await mirror.meta.delete('session');
  return openScreen({ mirror, path });
}

async function check(text: string): Promise<void> {
  await fill('Comprovante', text);
  await press('button', 'Conferir');
}

test('a receipt is checked without a login and without the network, where the device knows its key', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await pinReceiptKeys([PAIR.key]);
  await openAlone();
  await check(`Segue o comprovante:\n${CODE}\nAtenciosamente, Ana`);
  for (const text of GOOD) await seesText(text);
  await until(() => expect(document.activeElement?.textContent).toContain('Comprovante válido'));
  for (const name of ['Copiar', 'Salvar', 'Imprimir']) await find('button', name);
});

test('without a receipt the check says what is missing, at the field, which takes the focus', async () => {
  await openAlone();
  await check('  \n');
  await seesText('Falta o comprovante: cole o texto aqui ou abra o arquivo.');
  const field = await find('textbox', 'Comprovante');
  expect([document.activeElement, field.getAttribute('aria-invalid')]).toEqual([field, 'true']);
  await check('um texto qualquer');
  await until(() => expect(field.getAttribute('aria-invalid')).toBeNull());
});

test('the code behind # is checked at once, and its key asked of the server, which then stays on the device', async () => {
  const asked = answer(200, PAIR.key);
  const keysAsked = () => asked.filter((path) => path.startsWith('/api/receipt-keys/'));
  await openAlone(`/conferir#${CODE}`);
  for (const text of GOOD) await seesText(text);
  expect(keysAsked()).toEqual([`/api/receipt-keys/${PAIR.key.id}`]);
  await check(CODE);
  await seesText('Comprovante válido');
  expect(keysAsked()).toHaveLength(1);
});

test('the verdict is the heading of the page, before the code, under the name of the only body of the server', async () => {
  answer(200, { ...PAIR.key, name: 'Prefeitura de Vila Itá', logo: 'data:image/webp;base64,AAAA' });
  await openAlone(`/conferir#${CODE}`);
  await find('heading', 'Comprovante válido.');
  await until(() => expect(document.querySelector('header')?.textContent).toContain('Prefeitura de Vila Itá'));
  expect(document.querySelectorAll('img[src="data:image/webp;base64,AAAA"]')).toHaveLength(2);
  const [verdict, field] = [await find('heading', 'Comprovante válido.'), await find('textbox', 'Comprovante')];
  expect(verdict.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await until(() => expect(document.title).toBe('Comprovante válido · Malote'));
});

test('a good signature under an act that changed nothing says both', async () => {
  await pinReceiptKeys([PAIR.key]);
  await openAlone();
  await check(codeOfReceipt(signedBy(PAIR, { result: 'already_completed' })) ?? '');
  await find('heading', 'Comprovante válido, mas sem efeito.');
  expect(pageText()).toContain('Sem efeito: o documento já estava finalizado');
});

test('a receipt tells the number and the e-mail of the account; one of an older version tells the number', async () => {
  await pinReceiptKeys([PAIR.key]);
  await openAlone();
  await check(CODE);
  await seesText('nº 3');
  const author = { id: 3, name: 'Antônia Conceição', email: 'antonia@pmvi.example' };
  await check(codeOfReceipt(signedBy(PAIR, {}, author)) ?? '');
  await seesText('nº 3, antonia@pmvi.example');
  expect(pageText()).toContain('Comprovante válido');
});

test('beside a good signature stands the body that the key belongs to, where it is called otherwise', async () => {
  const owner = { acronym: 'XPTO', name: 'Associação Outra' };
  answer(200, { ...PAIR.key, tenant: owner });
  await openAlone();
  await check(CODE);
  await seesText('Comprovante válido');
  await seesText('Quem assinou se chama Associação Outra (XPTO).');
  await pinReceiptKeys([PAIR.key]);
  await check(CODE);
  await until(() => expect(pageText()).not.toContain('Quem assinou se chama'));
});

test('a changed receipt is told, and nothing of what it says is shown', async () => {
  await pinReceiptKeys([PAIR.key]);
  await openAlone();
  const [mark, , signature] = CODE.split('.');
  const [, forged] = (codeOfReceipt({ ...RECEIPT, type: 'complete-document' }) ?? '').split('.');
  await check([mark, forged, signature].join('.'));
  await seesText('A assinatura não confere');
  expect(pageText()).not.toContain('Antônia');
  await check(CODE.slice(0, -5));
  await seesText('O código está incompleto ou foi mudado');
  await check('Bom dia.');
  await seesText('Não há comprovante neste texto');
});

test('a key that nobody knows, or nobody can be asked for, is told as such', async () => {
  answer(404, { message: 'Não encontrado.', type: 'not_found' });
  await openAlone();
  await check(CODE);
  await seesText('Este servidor não tem a chave');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await check(CODE);
  await seesText('Chave desconhecida neste aparelho');
  expect(pageText()).not.toContain('Comprovante válido');
});

test('a browser that knows no Ed25519 says so', async () => {
  await pinReceiptKeys([PAIR.key]);
  await openAlone();
  const subtle = Object.create(crypto.subtle, { importKey: { value: () => Promise.reject(new Error('unknown')) } });
  vi.stubGlobal('crypto', { subtle });
  await check(CODE);
  await seesText('Este navegador não confere assinaturas');
  expect(pageText()).not.toContain('Comprovante válido');
});

test('a file is opened and checked, and one that can not be read is told at the field', async () => {
  await pinReceiptKeys([PAIR.key]);
  await openAlone();
  await choose('Abrir arquivo', unreadableFile('comprovante.txt'));
  await seesText('Não foi possível abrir o arquivo');
  await choose('Abrir arquivo', fileOf('comprovante.txt', `Comprovante de registro\r\n${CODE}`));
  await seesText('Comprovante válido');
  expect(pageText()).not.toContain('Não foi possível abrir o arquivo');
});

test('what was said of one receipt does not stay when the next can not be read or checked', async () => {
  await pinReceiptKeys([PAIR.key]);
  await openAlone();
  await check(CODE);
  await seesText('Comprovante válido');
  await choose('Abrir arquivo', unreadableFile('comprovante.txt'));
  await seesText('Não foi possível abrir o arquivo');
  expect(pageText()).not.toContain('Comprovante válido');
  await check(CODE);
  await seesText('Comprovante válido');
  const broken = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no storage', 'UnknownError');
  });
  try {
    await press('button', 'Conferir');
    await seesText('Não foi possível conferir agora');
    expect(pageText()).not.toContain('Comprovante válido');
  } finally {
    broken.mockRestore();
  }
  await press('button', 'Conferir');
  await seesText('Comprovante válido');
});

test('the author takes the receipt from what was sent and from the message, and is told of a bad one', async () => {
  await pinReceiptKeys([PAIR.key]);
  const mirror = await openTown('Servidor');
  const reply = buildCommand('respond', {
    seq: 1,
    documentKey: 's:1',
    state: 'done',
    doneAtMs: NOW_MS,
    receipt: RECEIPT,
  });
  const other = buildCommand('respond', { ...reply, seq: 2, id: uuid(2) });
  const interaction = buildInteraction({ id: 7, creator: PEOPLE.ana, command_id: reply.id });
  await withDocuments(mirror, [buildDocumentRow()], { interactions: [interaction] });
  await mirror.commands.bulkPut([reply, other]);
  const row = (key: string, check: ReceiptRow['check']): ReceiptRow => ({
    key,
    documentId: 1,
    receipt: RECEIPT,
    check,
  });
  await mirror.receipts.bulkPut([row(reply.id, 'valid'), row(other.id, 'invalid')]);
  const screen = await openScreen({ mirror, path: '/admin/outbox' });
  await seesText('a assinatura do comprovante não confere');
  await until(() => expect(document.querySelectorAll(`a[href^="/conferir"][href$="#${CODE}"]`)).toHaveLength(2));
  await mirror.commands.delete(other.seq);
  await screen.goTo('/admin/view-document/1');
  await press('link', 'Comprovante');
  await seesText('Comprovante válido');
  const place = `lugar-c-${reply.id}-message`;
  expect(screen.address()).toBe(`/conferir?volta=${encodeURIComponent(`/admin/view-document/1#${place}`)}#${CODE}`);
  await press('link', 'Voltar ao documento');
  await until(() => expect(screen.address()).toBe(`/admin/view-document/1#${place}`));
});

test('the way back from a receipt leads to a document of this application, else to the home', async () => {
  await openAlone(`/conferir?volta=${encodeURIComponent('//elsewhere.example/admin/view-document/1')}`);
  expect((await find('link', 'Entrar no Malote')).getAttribute('href')).toBe('/admin/home');
});

test('an own act without a message has its receipt in the history, where this device has it', async () => {
  await pinReceiptKeys([PAIR.key]);
  const mirror = await openTown('Servidor');
  const logs = [
    buildLog({ id: 1, command_id: uuid(1) }),
    buildLog({ id: 2, action: 'transfer', responsibles: [PEOPLE.bia], command_id: uuid(2) }),
    buildLog({ id: 3, action: 'extension', creator: PEOPLE.bia }),
    buildLog({ id: 4, action: 'completion', command_id: uuid(4) }),
  ];
  await withDocuments(mirror, [buildDocumentRow()], { logs });
  const receipt = (key: string, check: ReceiptRow['check']) => ({ key, documentId: 1, receipt: RECEIPT, check });
  await mirror.receipts.bulkPut([receipt(uuid(2), 'valid'), receipt(uuid(4), 'invalid')]);
  const screen = await openScreen({ mirror, path: '/admin/view-document/1' });
  const records = await until(() => {
    const found = [...document.querySelectorAll('section details li')].map((one) => one.textContent ?? '');
    expect(found.filter((text) => text.includes('Comprovante'))).toHaveLength(2);
    return found;
  });
  expect(records.find((text) => text.includes('Transferiu'))).toMatch(/Comprovante$/);
  expect(records.find((text) => text.includes('Finalizou'))).toContain('a assinatura do comprovante não confere');
  const history = document.querySelector<HTMLDetailsElement>('section details');
  // The receipt of the creation stayed on the device on which it was made.
  await until(() => expect(history?.textContent).toContain('Alguns dos seus não estão neste.'));
  history?.setAttribute('open', '');
  history?.querySelector<HTMLElement>(`a[href$="#${CODE}"]`)?.click();
  await seesText('Comprovante válido');
  expect(screen.address()).toMatch(/^\/conferir\?volta=.*#malote1/);
});
