// A device without space for what is being sent: it is told, and the form stays open with
// everything in it until it could be stored (src/sync/promises.md, hazard 26).

import { expect, test } from 'vitest';
import type { DocumentRow } from '#contract/documents.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { saveDraft } from '#mirror/keep/drafts.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { draftOwnerOf } from '#mirror/store/rows.ts';
import { savedSearches } from '#mirror/keep/saved-searches.ts';
import { buildCommand, buildError, uuid } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE, SECTORS } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { actsOf } from './harness/acts-of.ts';
import { fileOf } from './harness/files.ts';
import { expectDay, field, fill, find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const NOT_STORED = 'Não foi possível guardar neste aparelho. Nada foi enviado. Libere espaço e tente de novo.';
const OPEN = buildDocumentRow({ title: 'Interdição da rua', limit_date: '2026-11-23', responsibles: [PEOPLE.bia] });
const COMPLETED = { ...OPEN, stored_status: 'completed', status: 'completed' } as const;
const AT = '/admin/view-document/1';

/** From here on no command, or none of this type, can be stored, until the answer is called. */
function fillDevice(mirror: Mirror, type?: string): () => void {
  const refuse = (_seq: number, command: OutboxCommand) => {
    if (type === undefined || command.type === type) throw new DOMException('full', 'QuotaExceededError');
  };
  mirror.commands.hook('creating').subscribe(refuse);
  return () => mirror.commands.hook('creating').unsubscribe(refuse);
}

async function pickPerson(): Promise<void> {
  (await field('Responsável')).click();
  const caio = await until(() => {
    const found = all('option').find((one) => textOf(one).includes('Caio'));
    if (found === undefined) throw new Error('no option');
    return found;
  });
  caio.click();
}

const pressIn = async (title: string, name: string) => {
  const dialog = await find('dialog', title);
  const button = await until(() => {
    const found = all('button', dialog).find((one) => nameOf(one) === name);
    const isClosed = found?.matches('[disabled], [aria-disabled=true]') ?? true;
    if (found === undefined || isClosed) throw new Error(`${name} can't be pressed`);
    return found;
  });
  button.click();
};

/** Presses the button once its form is open again, which is a moment after the message. */
async function pressOpen(name: string): Promise<void> {
  await until(async () => expect((await find('button', name)).matches('[disabled], [inert] *')).toBe(false));
  await press('button', name);
}

type Act = {
  readonly act: string;
  readonly document: DocumentRow;
  readonly title: string;
  readonly button: string;
  readonly make: () => Promise<void>;
  readonly stored: object;
};

const ACTS: readonly Act[] = [
  {
    act: 'prorrogar',
    document: OPEN,
    title: 'Prorrogar o prazo',
    button: 'Prorrogar',
    make: () => press('radio', /\+15 dias/),
    stored: { type: 'respond', payload: { limit_date: '2026-12-08' } },
  },
  {
    act: 'transferir',
    document: OPEN,
    title: 'Transferir PMVI 042',
    button: 'Enviar',
    make: pickPerson,
    stored: { type: 'respond', payload: { responsible_ids: [PEOPLE.caio.id] } },
  },
  {
    act: 'reabrir',
    document: COMPLETED,
    title: 'Reabrir documento',
    button: 'Reabrir',
    make: async () => undefined,
    stored: { type: 'reopen-document' },
  },
  {
    act: 'redistribuir',
    document: OPEN,
    title: 'Redistribuir documento',
    button: 'Redistribuir',
    make: async () => {
      await pickPerson();
      await fill('Motivo', 'Bia saiu do setor.');
    },
    stored: { type: 'reassign-document', payload: { reason: 'Bia saiu do setor.' } },
  },
];

test.each(ACTS)(
  '$act stays open on a full device, with what was chosen, and goes on when there is space',
  async (one) => {
    const mirror = await openTown(one.act === 'redistribuir' ? 'Super Admin' : 'Servidor', [one.document]);
    await openScreen({ mirror, path: `${AT}?acao=${one.act}` });
    await find('dialog', one.title);
    await one.make();
    const freeSpace = fillDevice(mirror);
    await pressIn(one.title, one.button);
    await seesText(NOT_STORED);
    expect(names('dialog')).toContain(one.title);
    expect(await actsOf(mirror)).toEqual([]);

    freeSpace();
    await pressIn(one.title, one.button);
    await until(() => expect(names('dialog')).not.toContain(one.title));
    expect(await actsOf(mirror)).toMatchObject([one.stored]);
  },
);

test('reopening and completing stores both or nothing', async () => {
  const mirror = await openTown('Servidor', [{ ...OPEN, limit_date: '2026-11-19' }]);
  await openScreen({ mirror, path: `${AT}?acao=reabrir` });
  await press('checkbox', 'Concluir em seguida');
  await press('button', 'Nova data limite dd/mm/aaaa');
  (await expectDay(/sexta-feira, 20 de novembro de 2026/, 'on')).click();
  await press('button', 'Aplicar data');
  const freeSpace = fillDevice(mirror, 'complete-document');
  await pressIn('Reabrir documento', 'Reabrir e concluir');
  await seesText(NOT_STORED);
  expect(await actsOf(mirror)).toEqual([]);

  freeSpace();
  await pressIn('Reabrir documento', 'Reabrir e concluir');
  await until(() => expect(names('dialog')).not.toContain('Reabrir documento'));
  const basedOn = { responsible_ids: [PEOPLE.bia.id] };
  expect(await actsOf(mirror)).toMatchObject([
    { type: 'reopen-document', basedOn: { ...basedOn, status: 'overdue', limit_date: '2026-11-19' } },
    { type: 'complete-document', basedOn: { ...basedOn, status: 'under_review', limit_date: '2026-11-20' } },
  ]);
});

test('transferring over the list keeps its choice on a full device', async () => {
  const second = buildDocumentRow({ id: 2, number: 43, title: 'Muro do cemitério', responsibles: [PEOPLE.ana] });
  const mirror = await openTown('Servidor', [OPEN, second]);
  await openScreen({ mirror, path: '/admin/manage-documents' });
  const boxes = await until(() => {
    const found = all('checkbox').filter((box) => nameOf(box).startsWith('Selecionar '));
    if (found.length < 3) throw new Error('not there');
    return found;
  });
  for (const box of boxes.slice(1)) box.click();
  await press('button', 'Transferir');
  await find('dialog', 'Transferir 2 documentos');
  await pickPerson();
  const freeSpace = fillDevice(mirror);
  await pressIn('Transferir 2 documentos', 'Enviar');
  await seesText(NOT_STORED);
  expect(names('dialog')).toContain('Transferir 2 documentos');

  freeSpace();
  await pressIn('Transferir 2 documentos', 'Enviar');
  await until(() => expect(names('dialog')).not.toContain('Transferir 2 documentos'));
  await until(async () => expect(await actsOf(mirror)).toHaveLength(2));
});

test('a reply stays in its box on a full device, and is stored when there is space', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: AT, width: 'phone' });
  await press('button', 'Escreva sua resposta');
  await fill('Sua resposta', 'Rua interditada.');
  const freeSpace = fillDevice(mirror);
  await press('button', 'Responder');
  await seesText(NOT_STORED);
  expect((await field('Sua resposta')).value).toBe('Rua interditada.');
  expect(await actsOf(mirror)).toEqual([]);

  freeSpace();
  await pressOpen('Responder');
  await until(async () => expect(await actsOf(mirror)).toMatchObject([{ type: 'respond' }]));
});

test('the form of a new document stays on a full device, with its file, and is stored when there is space', async () => {
  const mirror = await openTown('Servidor');
  const id = 'create:1';
  const file = await keepFile(mirror, {
    id: uuid(1),
    file: fileOf('planta.pdf'),
    owner: draftOwnerOf(id),
    nowMs: NOW_MS,
  });
  const fields = {
    type: 'general_document',
    subjectId: 1,
    title: 'Drenagem da rua',
    physicalNumber: 'Ofício nº 4/2026',
    organizationId: SECTORS.works.id,
    responsibleId: PEOPLE.ana.id,
    limitDate: '2026-12-01',
    content: '<p>Segue a planta.</p>',
  };
  await saveDraft(mirror, { id, fields, fileIds: [file.id], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: `/admin/create-documents?rascunho=${id}` });
  await until(async () => expect((await find('button', 'Enviar')).hasAttribute('disabled')).toBe(false));
  const freeSpace = fillDevice(mirror);
  await press('button', 'Enviar');
  await seesText(NOT_STORED);
  expect((await field('Título')).value).toBe('Drenagem da rua');
  await seesText('planta.pdf');
  expect(await actsOf(mirror)).toEqual([]);

  freeSpace();
  await pressOpen('Enviar');
  await find('dialog', 'Tudo certo! Documento enviado com sucesso.');
  expect(await actsOf(mirror)).toMatchObject([{ type: 'create-document', files: [{ name: 'planta.pdf' }] }]);
});

test('the form of a sector stays on a full device, and is stored when there is space', async () => {
  const mirror = await openTown('Super Admin');
  await openScreen({ mirror, path: '/admin/create-organizations' });
  await fill('Nome do setor', 'Habitação');
  await fill('Sigla', 'SEHAB');
  const freeSpace = fillDevice(mirror);
  await press('button', 'Criar');
  await seesText(NOT_STORED);
  expect((await field('Nome do setor')).value).toBe('Habitação');
  expect(await actsOf(mirror)).toEqual([]);

  freeSpace();
  await pressOpen('Criar');
  await until(async () => expect(await actsOf(mirror)).toMatchObject([{ type: 'create-row' }]));
});

test('a decision that a full device can not store is told, and its conflict stays', async () => {
  const mirror = await openTown('Servidor', [COMPLETED]);
  const conflict = buildCommand('respond', {
    seq: 1,
    state: 'conflict',
    lastError: buildError({ class: 'conflict', status: 409, code: 'completed_meanwhile' }),
    payload: { content: '<p>Vistoria feita.</p>' },
  });
  await mirror.commands.put(conflict);
  const decide = async () => {
    await press('radio', /Enviar só minha resposta/);
    await press('button', 'Confirmar');
  };
  const { close } = await openScreen({ mirror, path: `${AT}?decidir=${conflict.id}` });
  const freeSpace = fillDevice(mirror);
  await decide();
  await seesText(NOT_STORED);
  expect(await mirror.commands.toArray()).toMatchObject([{ id: conflict.id, state: 'conflict' }]);
  close();

  freeSpace();
  await openScreen({ mirror, path: `${AT}?decidir=${conflict.id}` });
  await decide();
  await until(async () =>
    expect(await actsOf(mirror)).toMatchObject([{ type: 'reopen-document' }, { type: 'respond' }]),
  );
});

test('the name of a search stays on a full device, and is stored when there is space', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/manage-documents?search=rua' });
  await press('button', 'Buscas salvas');
  await fill('Nome da busca', 'Ruas');
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  mirror.meta.hook('creating').subscribe(refuse);
  await press('button', 'Salvar esta busca');
  await seesText(NOT_STORED);
  expect((await field('Nome da busca')).value).toBe('Ruas');

  mirror.meta.hook('creating').unsubscribe(refuse);
  await press('button', 'Salvar esta busca');
  await until(async () => expect((await savedSearches(mirror)).map(({ name }) => name)).toEqual(['Ruas']));
});
