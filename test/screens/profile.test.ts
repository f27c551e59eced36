// The profile in its two layouts. What saving does stands in the tests of a real browser.

import { expect, it } from 'vitest';
import { textOf } from './harness/accessible.ts';
import { field, find, names, press, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

const withPhoto = { session: { image: '/api/users/7/image' } };

it('a regular user has the tabs "Cadastro" and "Senha"', async () => {
  await visit('/admin/profile', { role: 'Servidor' });
  await until(() => expect(names('tab')).toEqual(['Cadastro', 'Senha']));
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

it('a Super Admin has the tabs "Administrador" and "Organização", the first with sector and password', async () => {
  await visit('/admin/profile');
  await until(() => expect(names('tab')).toEqual(['Administrador', 'Organização']));
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
});

it('a person without a photo has nothing to remove', async () => {
  await visit('/admin/profile', { role: 'Servidor' });
  await find('group', 'Foto');
  expect(names('button')).not.toContain('Remover foto');
});
