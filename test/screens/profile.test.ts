// The profile in its two layouts.

import { readMeta } from '#mirror/store/storage.ts';
import { expect, it, vi } from 'vitest';
import { buildSession } from '../builders/build-people.ts';
import { textOf } from './harness/accessible.ts';
import { field, fill, find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { answer } from './harness/server.ts';
import { visit } from './harness/visit.ts';

const withPhoto = { session: { image: '/api/users/7/image' } };

it('a regular user has the tabs "Cadastro", "Senha" and "Avisos"', async () => {
  await visit('/admin/profile', { role: 'Servidor' });
  await until(() => expect(names('tab')).toEqual(['Cadastro', 'Senha', 'Avisos']));
  for (const [label, value] of [
    ['Nome', 'Ana'],
    ['Sobrenome', 'Lima'],
    ['E-mail', 'ana@example.test'],
  ] as const) {
    expect((await field(label)).value).toBe(value);
  }
  await find('group', 'Foto');
  expect(names('combobox')).toEqual([]);
  await press('tab', 'Senha');
  await field('Nova senha');
  await field('Repetir a senha');
});

it('a Super Admin has the tabs "Administrador", "Organização" and "Avisos", the first with sector and password', async () => {
  await visit('/admin/profile');
  await until(() => expect(names('tab')).toEqual(['Administrador', 'Organização', 'Avisos']));
  for (const label of ['Nome', 'Sobrenome', 'E-mail', 'Nova senha', 'Repetir a senha']) await field(label);
  await find('group', 'Foto');
  await until(async () => expect((await field('Setor')).value).toContain('Obras'));
  expect(names('combobox')).toEqual(['Setor']);
});

it('the organization has logo, name, acronym, and "Público" or "Privado"', async () => {
  await visit('/admin/profile?aba=organizacao');
  expect((await field('Nome')).value).toBe('Vale do Ipê');
  expect((await field('Sigla')).value).toBe('PMVI');
  await find('group', 'Logo');
  expect(names('radio', await find('radiogroup', 'Setor de atuação'))).toEqual(['Público', 'Privado']);
});

it('removing the photo asks "Deseja mesmo deletar sua foto?", and the photo goes when it is saved', async () => {
  await visit('/admin/profile', { role: 'Servidor', ...withPhoto });
  await press('button', 'Remover foto');
  const question = await find('alertdialog', 'Deseja mesmo deletar sua foto?');
  expect(textOf(question)).toContain('Ela sai quando você salvar.');
  await press('button', 'Sim');
  await seesText('A foto sai quando você salvar.');
  await press('button', 'Desfazer');
  await until(async () => expect((await find('button', 'Salvar')).hasAttribute('disabled')).toBe(true));
  await press('button', 'Remover foto');
  await press('button', 'Sim');
  const sent: [string, FormDataEntryValue][] = [];
  vi.stubGlobal('fetch', async (address: unknown, { body }: RequestInit = {}) => {
    if (String(address).includes('/sanctum'))
      return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
    if (body instanceof FormData) sent.push(...body);
    return new Response('{"message":"x","errors":{}}', { status: 422 });
  });
  await until(async () => expect((await find('button', 'Salvar')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Salvar');
  await until(() => expect(sent).toContainEqual(['delete_image', '1']));
});

it('a person without a photo has nothing to remove', async () => {
  await visit('/admin/profile', { role: 'Servidor' });
  await find('group', 'Foto');
  expect(names('button')).not.toContain('Remover foto');
});

it.each([
  ['Senha', { 'Nova senha': 'sigilo-1', 'Repetir a senha': 'sigilo-1' }, 'Sucesso!!! Sua nova senha foi criada.'],
  ['Cadastro', { Sobrenome: 'Lima Reis' }, 'Muito bom! Suas alterações foram salvas.'],
])('saving in the tab "%s" opens a dialog with its sentence', async (tab, typed, sentence) => {
  answer(200, { user: buildSession() });
  await visit('/admin/profile', { role: 'Servidor' });
  await press('tab', tab);
  for (const [label, words] of Object.entries(typed)) await fill(label, words);
  await until(async () => expect((await find('button', 'Salvar')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Salvar');
  expect(textOf(await find('dialog', sentence))).toContain(sentence);
});

it.each([
  ['/admin/profile', 'Servidor', 'profile:account', 'Sobrenome', 'last_name'],
  ['/admin/profile?aba=organizacao', 'Super Admin', 'profile:tenant', 'Sigla', 'acronym'],
])(
  'what is half-written on %s is kept and stands there again at the next start',
  async (path, role, id, label, name) => {
    const { mirror, close } = await visit(path, { role });
    const before = (await field(label)).value;
    await fill(label, 'PMXX');
    await until(async () => expect((await mirror.drafts.get(id))?.fields).toEqual({ [name]: 'PMXX' }));
    close();
    await openScreen({ mirror, path });
    await until(async () => expect((await field(label)).value).toBe('PMXX'));
    await until(async () => expect((await find('button', 'Salvar')).hasAttribute('disabled')).toBe(false));
    expect(before).not.toBe('PMXX');
  },
);

it('a saved profile leaves no draft, and a new password is never part of one', async () => {
  const { mirror } = await visit('/admin/profile');
  answer(200, { user: { ...(await readMeta(mirror, 'session')), last_name: 'Lima Reis' } });
  await fill('Nova senha', 'sigilo-1');
  await fill('Repetir a senha', 'sigilo-1');
  await fill('Sobrenome', 'Lima Reis');
  await until(async () =>
    expect((await mirror.drafts.toArray()).map((draft) => draft.fields)).toEqual([{ last_name: 'Lima Reis' }]),
  );
  await until(async () => expect((await find('button', 'Salvar')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Salvar');
  await find('dialog', 'Sucesso!!! Sua nova senha foi criada.');
  await until(async () => expect(await mirror.drafts.count()).toBe(0));
});
