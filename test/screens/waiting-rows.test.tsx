// Acts on rows of reference data that wait to be sent, in Pendências, in lists and in their forms.

import { SUPER_ADMIN } from '#domain/permissions.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { expect, test } from 'vitest';
import { buildReceipt } from '../builders/build-command.ts';
import { buildPage } from '../builders/build-page.ts';
import { buildOrganization } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { field, fill, find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { MADE, made, rowCommand } from './harness/row-commands.ts';
import { openTown } from './harness/town.ts';

const OUTBOX = '/admin/outbox';

test('when the command is registered while its form is open, what was typed goes on as an edit of the row', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  const command = rowCommand('create-row', made('organizations', { name: 'Habitação', acronym: 'SEHAB' }));
  await mirror.commands.put(command);
  const { address } = await openScreen({ mirror, path: `/admin/create-organizations?editar=${command.id}` });
  await fill(/^Nome/, 'Moradia');
  await mirror.organizations.put(buildOrganization({ id: 50, name: 'Habitação', acronym: 'SEHAB' }, { rev: 9 }));
  const receipt = buildReceipt({ key: command.id, type: 'create-organization', ids: { row_id: 50 }, rev: 9 });
  await mirror.commands.update(command.seq, { state: 'done', receipt, doneAtMs: NOW_MS } as Partial<OutboxCommand>);
  await until(() => expect(address()).toBe('/admin/edit-organization/50'));
  await until(async () => expect((await field('Crie um setor')).value).toBe('Moradia'));
  expect(await mirror.drafts.toCollection().primaryKeys()).toEqual(['manage:organizations:s:50']);
});

test('a row made here is deleted with its creation, and comes back', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  await mirror.commands.put(rowCommand('create-row', made('organizations', { name: 'Habitação', acronym: 'SEHAB' })));
  await openScreen({ mirror, path: '/admin/manage-organizations' });
  await press('button', 'Deletar Habitação');
  await seesText('O nome fica no histórico');
  await press('button', 'Sim');
  await until(async () => expect(await mirror.commands.count()).toBe(0));
  await until(() => expect(names('button')).not.toContain('Deletar Habitação'));
  await press('button', 'Desfazer');
  await find('button', 'Deletar Habitação');
  expect(await mirror.commands.toArray()).toMatchObject([{ type: 'create-row', payload: { row_key: MADE } }]);
});

test('a deletion that can still be taken back says so, and is taken back without a question', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  const payload = { collection: 'organizations', row_keys: ['s:1'], row_names: ['Obras'] };
  await mirror.commands.put(rowCommand('delete-rows', payload, { dueAtMs: NOW_MS + 8000 }));
  await openScreen({ mirror, path: OUTBOX });
  await seesText('Excluído Ainda dá para desfazer.');
  await press('button', 'Desfazer');
  await until(async () => expect(await mirror.commands.count()).toBe(0));
});

test('a half-written form is listed in Pendências, opened again there, and discarded after a question', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  const fields = { name: 'Habitação' };
  await mirror.drafts.put({ id: 'manage:organizations:new', fields, fileIds: [], savedAtMs: NOW_MS });
  const { address, close } = await openScreen({ mirror, path: OUTBOX });
  await seesText('Criar o setor “Habitação”');
  await press('link', 'Continuar');
  await until(() => expect(address()).toBe('/admin/create-organizations'));
  expect((await field(/^Nome/)).value).toBe('Habitação');
  close();
  await openScreen({ mirror, path: OUTBOX });
  await press('button', 'Descartar');
  await seesText('Descartar este rascunho?');
  await until(() => expect(names('button').filter((name) => name === 'Descartar')).toHaveLength(1));
  await press('button', 'Descartar');
  await until(async () => expect(await mirror.drafts.count()).toBe(0));
  await until(() => expect(pageText()).not.toContain('Criar o setor “Habitação”'));
});

test('a sector made here can be seen and not chosen in the form of a person, with the reason', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  await mirror.commands.put(rowCommand('create-row', made('organizations', { name: 'Habitação', acronym: 'SEHAB' })));
  await openScreen({ mirror, path: '/admin/edit-user/8' });
  await press('button', /Setor$/);
  const option = await find('option', /^Habitação/);
  expect(option.textContent).toContain('SEHAB');
  expect(option.getAttribute('aria-disabled')).toBe('true');
  expect(option.textContent).toContain('Ainda não foi enviado');
});

test('what is typed in the form of a row made here stays when the row is registered meanwhile', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  const command = rowCommand('create-row', made('organizations', { name: 'Habitação', acronym: 'SEHAB' }));
  await mirror.commands.put(command);
  await openScreen({ mirror, path: `/admin/edit-organization/${MADE}` });
  await fill('Crie um setor', 'Moradia');
  const row = buildOrganization({ id: 50, name: 'Habitação', acronym: 'SEHAB' }, { rev: 9, command_id: command.id });
  await applyPage(mirror, buildPage([{ collection: 'organizations', op: 'put', id: 50, rev: 9, row }]));
  await until(async () => expect(await mirror.drafts.get('manage:organizations:s:50')).toBeDefined());
  await until(async () => expect((await field('Crie um setor')).value).toBe('Moradia'));
  await press('button', 'Salvar');
  await until(async () => {
    expect((await mirror.commands.toArray()).at(-1)).toMatchObject({
      type: 'update-row',
      payload: { row_keys: ['s:50'], fields: { name: 'Moradia' } },
    });
  });
  await until(async () => expect(await mirror.drafts.toArray()).toEqual([]));
});
