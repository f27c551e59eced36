// Commands on rows of reference data that the server refused: corrected in their forms, in their
// place, or done with what is left.

import { SUPER_ADMIN } from '#domain/permissions.ts';
import { commandOwnerOf } from '#mirror/store/rows.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { expect, test } from 'vitest';
import { buildError, uuid } from '../builders/build-command.ts';
import { buildOrganization, SECTORS } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { field, fill, find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { made, rowCommand } from './harness/row-commands.ts';
import { openTown } from './harness/town.ts';

const OUTBOX = '/admin/outbox';

const refusedFor = (field: string) => ({
  state: 'refused' as const,
  lastError: buildError({ class: 'invalid', status: 422, errors: { [field]: ['O servidor recusou isto.'] } }),
});

const on = (collection: string, name: string, fields: object) => ({
  collection,
  row_keys: ['s:1'],
  row_names: [name],
  fields,
});
const days = { submission_start_day: 5, submission_end_day: 10 };
const model = { type: 'flow_model', file_mime_type: 'pdf', organization_ids: [1], description: 'Passo a passo.' };
const alert = { title: 'Feriado', description: 'Sem expediente.', limit_date: '2026-12-08' };

test.each([
  [
    'a new sector',
    'create-row',
    made('organizations', { name: 'Habitação', acronym: 'SEMOB' }),
    'acronym',
    /^Sigla/,
    'SEHAB',
    { name: 'Habitação', acronym: 'SEHAB' },
  ],
  [
    'a changed sector',
    'update-row',
    on('organizations', 'Obras', { acronym: 'SEMTRAN' }),
    'acronym',
    /^Iniciais/,
    'SEOB',
    { acronym: 'SEOB' },
  ],
  [
    'a new alert',
    'create-row',
    made('alerts', alert),
    'title',
    /^Título/,
    'Feriado municipal',
    { ...alert, title: 'Feriado municipal' },
  ],
  [
    'a changed alert',
    'update-row',
    on('alerts', 'Recesso', { title: 'Recesso' }),
    'title',
    /^Título/,
    'Recesso de dezembro',
    { title: 'Recesso de dezembro' },
  ],
  [
    'a new subject',
    'create-row',
    made('document_subjects', { name: 'Férias', ...days }),
    'name',
    /^Nome/,
    'Férias coletivas',
    { name: 'Férias coletivas', ...days },
  ],
  [
    'a changed subject',
    'update-row',
    on('document_subjects', 'Sinalização', { name: 'Placas' }),
    'name',
    /^Nome/,
    'Placas e faixas',
    { name: 'Placas e faixas' },
  ],
  [
    'a new model',
    'create-row',
    made('models', { ...model, name: 'Fluxo' }),
    'name',
    /^Nome/,
    'Fluxo de compras',
    { ...model, name: 'Fluxo de compras' },
  ],
  [
    'a changed model',
    'update-row',
    on('models', 'Ofício', { name: 'Ofício' }),
    'name',
    /^Nome/,
    'Ofício novo',
    { name: 'Ofício novo' },
  ],
] as const)(
  '%s that was refused is corrected in its form, in its place',
  async (_what, type, payload, wire, label, text, fields) => {
    const mirror = await openTown(SUPER_ADMIN);
    const command = rowCommand(type, payload, { seq: 3, ...refusedFor(wire) });
    await mirror.commands.put(command);
    if (type === 'create-row' && payload.collection === 'models') {
      const file = { id: uuid(70), name: 'fluxo.pdf', mime: 'application/pdf', size: 4, sha256: 'a' };
      const bytes = new TextEncoder().encode('%PDF').buffer;
      await mirror.files.put({ ...file, owner: commandOwnerOf(command.id), chunks: 1, usedAtMs: NOW_MS });
      await mirror.chunks.put({ fileId: file.id, index: 0, bytes });
      await mirror.commands.update(3, { files: [file] });
    }
    await openScreen({ mirror, path: OUTBOX });
    await press('link', 'Corrigir');
    await seesText('O servidor recusou isto.');
    const before = Object.entries(payload.fields).find(([name]) => name === wire)?.[1];
    expect((await field(label)).value).toBe(before);
    await fill(label, text);
    await press('button', type === 'create-row' ? /^(Criar|Enviar)$/ : 'Salvar');
    await until(async () => {
      const [corrected, ...others] = await mirror.commands.toArray();
      expect(others).toEqual([]);
      expect(corrected).toMatchObject({ seq: 3, state: 'queued', payload: { fields } });
      expect(corrected?.id).not.toBe(command.id);
    });
    expect(await mirror.drafts.count()).toBe(0);
  },
);

test('a change of a person that was refused is corrected in its form', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  const payload = { collection: 'users', row_keys: ['s:8'], row_names: ['Bia Souza'], fields: { last_name: 'Sousa' } };
  await mirror.commands.put(rowCommand('update-row', payload, refusedFor('last_name')));
  await openScreen({ mirror, path: OUTBOX });
  await press('link', 'Corrigir');
  await seesText('O servidor recusou isto.');
  await fill(/^Sobrenome/, 'Souza Lima');
  await press('button', 'Salvar');
  await until(async () => {
    expect(await mirror.commands.toArray()).toMatchObject([
      { state: 'queued', payload: { fields: { last_name: 'Souza Lima' } } },
    ]);
  });
});

test('a command that is refused while its form is open shows what was refused', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  const command = rowCommand('create-row', made('organizations', { name: 'Habitação', acronym: 'SEMOB' }));
  await mirror.commands.put(command);
  await openScreen({ mirror, path: `/admin/create-organizations?editar=${command.id}` });
  await fill(/^Nome/, 'Moradia');
  await mirror.commands.update(command.seq, refusedFor('acronym') as Partial<OutboxCommand>);
  await seesText('O servidor recusou isto.');
  expect((await field(/^Nome/)).value).toBe('Moradia');
});

test.each([
  ['submission_start_day', 'Dia inicial'],
  ['submission_end_day', 'Dia final'],
])('a refusal of %s that comes while the form is open moves the focus to the number "%s"', async (wire, label) => {
  const mirror = await openTown(SUPER_ADMIN);
  const command = rowCommand('create-row', made('document_subjects', { name: 'Férias', ...days }));
  await mirror.commands.put(command);
  await openScreen({ mirror, path: `/admin/create-document-subjects?editar=${command.id}` });
  const number = await field(label);
  await mirror.commands.update(command.seq, refusedFor(wire) as Partial<OutboxCommand>);
  await seesText('O servidor recusou isto.');
  await until(() => expect(document.activeElement).toBe(number));
});

test('a change of a person whom its author no longer manages says so, and what to do next', async () => {
  const mirror = await openTown('Gestor de Setor');
  const payload = { collection: 'users', row_keys: ['s:8'], row_names: ['Bia Souza'], fields: { last_name: 'Sousa' } };
  const command = rowCommand('update-row', payload, refusedFor('last_name'));
  await mirror.commands.put(command);
  await openScreen({ mirror, path: `/admin/edit-user/8?editar=${command.id}` });
  await seesText('Você não gerencia mais esta pessoa');
  await seesText('descarte-a em Pendências');
  expect(pageText()).not.toContain('Corrija e salve');
  expect(names('button')).not.toContain('Salvar');
  await press('link', 'Ver as pendências');
  await find('button', /^Descartar/);
});

test('an act on several rows, some of which are gone, is done again with those that are left', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  const payload = {
    collection: 'organizations',
    row_keys: ['s:1', 's:2', 's:3'],
    row_names: ['Obras', 'Trânsito', 'Arquivo'],
    status: 'inactive',
  };
  const lastError = buildError({ class: 'gone', status: 404 });
  await mirror.commands.put(rowCommand('switch-rows', payload, { seq: 2, state: 'refused', lastError }));
  await mirror.organizations.put(buildOrganization(SECTORS.works, { deleted: true, rev: 9 }));
  await openScreen({ mirror, path: OUTBOX });
  await seesText('“Obras” foi excluído. Restam “Trânsito” e “Arquivo”.');
  await press('button', 'Refazer com os 2 que restam');
  await until(async () => {
    expect(await mirror.commands.toArray()).toMatchObject([
      { seq: 2, state: 'queued', payload: { row_keys: ['s:2', 's:3'] } },
    ]);
  });
});
