// The form of a new document: what its fields take, clear and set.

import { readFile } from 'node:fs/promises';
import { appUpdate } from '#app/device/app-update.ts';
import { applyAnswer } from '#mirror/apply/apply-answer.ts';
import { saveDraft } from '#mirror/keep/drafts.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { draftOwnerOf } from '#mirror/store/rows.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { beforeEach, expect, test } from 'vitest';
import { buildReceipt, uuid } from '../builders/build-command.ts';
import { buildDocumentRow, buildFull } from '../builders/build-document.ts';
import { buildSubject, buildUser, PEOPLE, SECTORS } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { fileOf } from './harness/files.ts';
import { field, fill, find, key, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const PATH = '/admin/create-documents';
const NOTICE = 'Esse documento está fora do prazo padrão de envio. Para enviar, marque como sendo uma exceção.';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTown('Servidor');
  // Today is the 20th.
  await mirror.document_subjects.put(
    buildSubject({ id: 2, name: 'Folha mensal', submission_start_day: 1, submission_end_day: 5 }),
  );
  await mirror.document_subjects.put(
    buildSubject({ id: 3, name: 'Medição', submission_start_day: 20, submission_end_day: 28 }),
  );
  await mirror.users.put(
    buildUser({ id: 20, name: 'Zeca', last_name: 'Alves', organization: SECTORS.works }, { status: 'inactive' }),
  );
});

async function pick(label: string, option: string | RegExp): Promise<void> {
  await press('button', `Mostrar sugestões ${label}`);
  await press('option', option);
}

/**
 * Opens the list of Responsável, waits until it offers these people and no others, and closes it.
 */
async function expectPeople(...expected: string[]): Promise<void> {
  await press('button', 'Mostrar sugestões Responsável');
  await until(() => {
    const offered = all('option').map((one) => textOf(one).split(' ').slice(0, 2).join(' '));
    expect(offered.toSorted()).toEqual(expected);
  });
  key(await field('Responsável'), 'Escape');
  await until(() => expect(names('listbox')).toEqual([]));
}

const valueOf = async (label: string) => (await field(label)).value;

test.each(['Assunto', 'Setor', 'Responsável'])(
  'a text in %s that names no option is cleared when the field is left',
  async (label) => {
    await openScreen({ mirror, path: PATH });
    await fill(label, 'nada disso');
    const input = await field(label);
    await until(() => expect(input.value).toBe('nada disso'));
    input.blur();
    await until(() => expect(input.value).toBe(''));
  },
);

test('a subject that is typed in other letters becomes its own name', async () => {
  await openScreen({ mirror, path: PATH });
  await fill('Assunto', 'SINALIZACAO VIARIA');
  // Only an opened list has its options: they come from the mirror.
  await find('option', /Sinalização viária/);
  (await field('Assunto')).blur();
  await until(async () => expect(await valueOf('Assunto')).toBe('Sinalização viária'));
});

test.each([
  ['Folha mensal', true],
  ['Medição', false],
  ['Sinalização viária', false],
])('on the 20th the subject "%s" shows the notice of an exception: %s', async (subject, isShown) => {
  await openScreen({ mirror, path: PATH });
  await pick('Assunto', new RegExp(subject));
  await until(async () => expect(await valueOf('Assunto')).toBe(subject));
  await until(() => expect(pageText().includes(NOTICE)).toBe(isShown));
  if (!isShown) return;
  await seesText('marcar a exceção');
  await press('checkbox', /Enviar como exceção/);
  await until(() => expect(pageText()).not.toContain('marcar a exceção'));
});

test('the list of people has the active ones, and only those of the chosen sector', async () => {
  await openScreen({ mirror, path: PATH });
  await expectPeople('Ana Lima', 'Bia Souza', 'Caio Porto', 'Davi Nunes', 'Elias Rocha');
  await pick('Setor', /Trânsito/);
  await expectPeople('Bia Souza', 'Davi Nunes');
});

test('choosing a person sets the sector, and choosing a sector clears the person', async () => {
  await openScreen({ mirror, path: PATH });
  await pick('Responsável', /Bia Souza/);
  await until(async () => expect(await valueOf('Setor')).toContain('Trânsito'));
  await pick('Setor', /Arquivo/);
  await until(async () => expect(await valueOf('Responsável')).toBe(''));
  expect(await valueOf('Setor')).toContain('Arquivo');
});

test('keywords are added by a comma or Enter, and Backspace in the empty field takes the last one back', async () => {
  await openScreen({ mirror, path: PATH });
  const label = /Palavras-chave/;
  await fill(label, ' Drenagem,');
  await find('button', 'Remover drenagem');
  await fill(label, 'CHUVA');
  await until(async () => expect(await valueOf('Palavras-chave (opcional)')).toBe('CHUVA'));
  key(await field(label), 'Enter');
  await find('button', 'Remover chuva');
  await until(async () => expect((await field(label)).value).toBe(''));
  key(await field(label), 'Backspace');
  await until(async () => expect((await field(label)).value).toBe('chuva'));
  expect(names('button').filter((name) => name.startsWith('Remover'))).toEqual(['Remover drenagem']);
});

test('the files of a document are those of the list, and the text beside them says DOC or PDF', async () => {
  await openScreen({ mirror, path: PATH });
  await seesText('DOC ou PDF (também DOCX, ODT, RTF e TXT), até 20 MB cada.');
  const input = await until(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (found === null) throw new Error('no field for files');
    return found;
  });
  expect(input.multiple).toBe(true);
  for (const extension of ['.txt', '.rtf', '.doc', '.docx', '.odt', '.pdf']) expect(input.accept).toContain(extension);
});

test('a limit date is chosen from today on, in a calendar in Portuguese whose weeks begin on Sunday', async () => {
  await openScreen({ mirror, path: PATH });
  await press('button', 'Data limite dd/mm/aaaa');
  await seesText('novembro');
  await until(() =>
    expect(all('columnheader').length + document.querySelectorAll('thead th').length).toBeGreaterThan(0),
  );
  const days = [...document.querySelectorAll('[role=grid] thead th, [role=grid] [role=columnheader]')];
  expect(days.map((one) => (one.textContent ?? '').slice(0, 1).toUpperCase())).toEqual([
    'D',
    'S',
    'T',
    'Q',
    'Q',
    'S',
    'S',
  ]);
  const cells = [...document.querySelectorAll('[role=gridcell] [role=button]')];
  const state = (day: RegExp) => cells.find((one) => day.test(nameOf(one)))?.getAttribute('aria-disabled') === 'true';
  expect(state(/19 de novembro/)).toBe(true);
  expect(state(/20 de novembro/)).toBe(false);
});

test('a new version waits for a press, and what is half-written is stored before it takes over', async () => {
  await openScreen({ mirror, path: PATH });
  await fill('Título', 'Escrito antes da versão nova');
  let stored = '';
  appUpdate.offer(async () => {
    stored = JSON.stringify(await mirror.drafts.toArray());
  });
  await seesText('Nova versão disponível.');
  expect(stored).toBe('');
  await press('button', 'Atualizar');
  await until(() => expect(stored).toContain('Escrito antes da versão nova'));
  expect(names('button')).toContain('Atualizando…');
  appUpdate.later();
});

/** Opens the form with a draft that lacks nothing, and sends it. */
async function sendDraft(id: string) {
  const file = await keepFile(mirror, {
    id: uuid(1),
    owner: draftOwnerOf(id),
    file: fileOf('planta.pdf'),
    nowMs: NOW_MS,
  });
  const fields = {
    type: 'general_document',
    subjectId: 1,
    title: 'Drenagem da rua',
    physicalNumber: '12/2026',
    organizationId: SECTORS.works.id,
    responsibleId: PEOPLE.ana.id,
    limitDate: '2026-12-01',
    content: '<p>Segue a planta.</p>',
  };
  await saveDraft(mirror, { id, fields, fileIds: [file.id], savedAtMs: NOW_MS });
  const { address } = await openScreen({ mirror, path: `${PATH}?rascunho=${id}` });
  await until(async () => expect((await find('button', 'Enviar')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Enviar');
  return { address, dialog: await find('dialog', 'Tudo certo! Documento enviado com sucesso.') };
}

test('the success dialog keeps its lines, and so its height, when the document gets its number', async () => {
  await writeMeta(mirror, { name: 'connection', value: { network: 'offline', auth: 'ok' } });
  const { dialog } = await sendDraft('create:1');
  const lines = () => [...dialog.querySelectorAll('p')].map((line) => line.textContent);
  await until(() => expect(textOf(dialog)).toMatch(/número.*conexão/));
  const before = lines();
  const [command] = await mirror.commands.toArray();
  if (command === undefined) throw new Error('nothing was stored');
  await writeMeta(mirror, { name: 'connection', value: { network: 'ok', auth: 'ok' } });
  await until(() => expect(textOf(dialog)).not.toContain('conexão'));
  expect(lines()).toEqual(before);
  const document = buildFull(
    buildDocumentRow({ id: 77, number: 501, title: 'Drenagem da rua', command_id: command.id }),
  );
  await applyAnswer(mirror, { command, answer: { document, receipt: buildReceipt() }, nowMs: NOW_MS });
  await until(() => expect(textOf(dialog)).toContain('501'));
  expect(lines().slice(1)).toEqual(before.slice(1));
  // They take their place without being read or seen.
  const [past] = [...dialog.querySelectorAll('[aria-hidden=true]')].filter((one) => one.querySelector('p') !== null);
  expect(past?.textContent).toBe(before.slice(1).join(''));
  const css = await readFile('src/app/features/create-document/sent-dialog.module.css', 'utf8');
  expect(css).toMatch(/\.past \{\s*visibility: hidden;\s*\}/);
  expect(css).not.toContain('display: none');
});

test('after sending, "Criar outro" opens an empty form, and the document is stored once', async () => {
  const id = 'create:1';
  const { address } = await sendDraft(id);
  expect(names('button')).toContain('Ver documento');
  await press('button', 'Criar outro');
  await until(async () => expect(await valueOf('Título')).toBe(''));
  await seesText('Falta: assunto, título, número físico, setor, responsável, data limite, texto e arquivo');
  expect(pageText()).not.toContain('planta.pdf');
  expect(names('dialog')).toEqual([]);
  expect(address()).toBe(PATH);
  const types = (await mirror.commands.toArray()).map((command) => command.type);
  expect(types).toEqual(['create-document']);
  expect(await mirror.drafts.get(id)).toBeUndefined();
});
