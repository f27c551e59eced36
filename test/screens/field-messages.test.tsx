// Every sentence about every field is on the screen after a refusal, not only the first of each.

import type { RowCollection } from '#contract/row-writes.ts';
import { expect, test } from 'vitest';
import { buildCommand, buildError } from '../builders/build-command.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { answer } from './harness/server.ts';
import { openTown } from './harness/town.ts';

/** Two sentences for each field. */
function errorsOf(fields: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(fields.map((field) => [field, [`Um de ${field}.`, `Dois de ${field}.`]]));
}

async function expectAll(fields: readonly string[]): Promise<void> {
  const sentences = Object.values(errorsOf(fields)).flat();
  await until(() => expect(sentences.filter((one) => !pageText().includes(one))).toEqual([]));
}

/**
 * One message per field, with its first sentence; three are seen at once, and the next comes when
 * one is closed.
 */
async function expectMessages(fields: readonly string[]): Promise<void> {
  for (const field of fields) {
    const told = await until(() => {
      const [first] = all('alertdialog').map(textOf);
      expect(first).toContain(`Um de ${field}.`);
      return first;
    });
    expect(told).not.toContain('Dois de');
    const [close] = all('button', all('alertdialog')[0]).filter((one) => nameOf(one) === 'Fechar');
    close?.click();
  }
  await until(() => expect(all('alertdialog')).toEqual([]));
}

type RefusedWrite = { collection: RowCollection; path: string; fields: Record<string, unknown> };
const status = 'active';
const FORMS: readonly RefusedWrite[] = [
  {
    collection: 'organizations',
    path: '/admin/create-organizations',
    fields: { name: 'Obras', acronym: 'OB', status },
  },
  {
    collection: 'alerts',
    path: '/admin/create-alerts',
    fields: { title: 'Recesso', limit_date: '2026-12-23', description: 'Plantão.', status },
  },
  {
    collection: 'document_subjects',
    path: '/admin/create-document-subjects',
    fields: {
      name: 'Empenho',
      submission_start_day: 1,
      submission_end_day: 5,
      submission_date_exempt_organization_ids: [1],
      status,
    },
  },
  {
    collection: 'models',
    path: '/admin/create-models',
    fields: {
      type: 'document_model',
      organization_ids: [1],
      file_mime_type: 'pdf',
      name: 'Ofício',
      description: 'Para pedir.',
      status,
    },
  },
];

test.each(FORMS)(
  'the form of a refused row at $path shows every sentence of every field',
  async ({ collection, path, fields }) => {
    const mirror = await openTown('Super Admin');
    const command = buildCommand('create-row', {
      documentKey: `rows:${collection}`,
      payload: { collection, row_key: 'n:1', fields } as never,
      state: 'refused',
      lastError: buildError({ class: 'invalid', status: 422, errors: errorsOf(Object.keys(fields)) }),
    });
    await mirror.commands.put(command);
    await openScreen({ mirror, path: `${path}?editar=${command.id}` });
    await expectAll(Object.keys(fields));
  },
);

test('the form of a refused document shows every sentence of every field', async () => {
  const mirror = await openTown('Servidor');
  const fields = ['document_subject_id', 'title', 'physical_document_number', 'organization_ids', 'user_ids'];
  const all = [...fields, 'limit_date', 'content', 'files', 'tags'];
  const command = buildCommand('create-document', {
    documentKey: 'l:1',
    state: 'refused',
    lastError: buildError({ class: 'invalid', status: 422, errors: errorsOf(all) }),
  });
  await mirror.commands.put(command);
  await openScreen({ mirror, path: `/admin/create-documents?editar=${command.id}` });
  await expectAll(all);
});

test('the form of a new person shows every sentence of every field, and a message per field the first', async () => {
  const fields = ['name', 'last_name', 'email', 'password', 'roles', 'organization_id', 'status'];
  answer(422, { message: 'x', errors: errorsOf(fields) });
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/create-users' });
  await fill('Nome', 'Zélia');
  await fill('Sobrenome', 'Outeiro');
  await fill('E-mail', 'zelia@example.test');
  await fill('Senha', '123456');
  await press('button', 'Escolha um papel Papel');
  await press('option', /^Servidor\b(?! de)/);
  await press('button', 'Mostrar sugestões Setor');
  await press('option', /Obras/);
  await until(async () => expect((await find('button', 'Criar')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Criar');
  await expectAll(fields);
  await expectMessages(fields);
});

test('the own profile shows every sentence of every field and what belongs to none, and a message per field the first', async () => {
  const fields = ['name', 'last_name', 'email', 'organization_id', 'image'];
  answer(422, { message: 'x', errors: { ...errorsOf(fields), '': ['O pedido não foi aceito.'] } });
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/profile' });
  await fill('Nome', 'Anabela');
  await fill('Sobrenome', 'Lima');
  await until(async () => expect((await find('button', 'Salvar')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Salvar');
  await expectAll(fields);
  await seesText('O pedido não foi aceito.');
  await expectMessages(fields);
});

test('the organization shows every sentence of every field, and a message per field the first', async () => {
  const fields = ['name', 'acronym', 'sector', 'logo'];
  answer(422, { message: 'x', errors: errorsOf(fields) });
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/profile' });
  await press('tab', 'Organização');
  await field('Sigla');
  await fill('Nome', 'Prefeitura de Vale do Ipê');
  await fill('Sigla', 'PMVI');
  await until(async () => expect((await find('button', 'Salvar')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Salvar');
  await expectAll(fields);
  await expectMessages(fields);
});
