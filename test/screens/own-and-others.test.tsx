// What depends on the role inside of a form: whom a person may make what, and what they may change
// of themselves.

import { expect, test } from 'vitest';
import { all, textOf } from './harness/accessible.ts';
import { field, fill, find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const isOff = async (button: string) => (await find('button', button)).hasAttribute('disabled');

/** The profile keeps what was typed while the page lives, so each test begins by typing. */
async function typeAccount(name: string, lastName: string): Promise<void> {
  await fill('Nome', name);
  await fill('Sobrenome', lastName);
  await fill('E-mail', 'ana@example.test');
}

async function expectOptions(button: string, options: readonly string[]): Promise<void> {
  await press('button', button);
  await until(() => expect(all('option').map((one) => textOf(one))).toEqual(options));
}

test('a Super Admin may give every role, the own one included', async () => {
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/create-users' });
  await expectOptions('Escolha um papel Papel', [
    'Super Admin',
    'Gestor de Setor',
    'Protocolo',
    'Servidor',
    'Servidor de Campo',
    'Controle Interno',
    'Consulta',
  ]);
});

test('a manager gives only roles whose permissions they have, and never Super Admin', async () => {
  await openScreen({ mirror: await openTown('Gestor de Setor'), path: '/admin/create-users' });
  await expectOptions('Escolha um papel Papel', ['Gestor de Setor', 'Servidor', 'Servidor de Campo', 'Consulta']);
});

test('a manager chooses no sector but the own one', async () => {
  await openScreen({ mirror: await openTown('Gestor de Setor'), path: '/admin/edit-user/11' });
  await expectOptions('Obras Setor', ['Obras SEMOB']);
});

test('a Super Admin chooses among all sectors', async () => {
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/edit-user/11' });
  await expectOptions('Obras Setor', ['Arquivo ARQ', 'Obras SEMOB', 'Trânsito SEMTRAN']);
});

test.each([
  ['Super Admin', ['Administrador', 'Organização', 'Avisos'], true],
  ['Servidor', ['Cadastro', 'Senha', 'Avisos'], false],
] as const)(
  'the profile of a person with the role %s has the tabs %s, and a sector: %s',
  async (role, tabs, hasSector) => {
    await openScreen({ mirror: await openTown(role), path: '/admin/profile' });
    await field('Sobrenome');
    expect(names('tab')).toEqual(tabs);
    expect(names('combobox').includes('Setor')).toBe(hasSector);
  },
);

test.each([
  ['12345', '12345', true],
  ['123456', '', true],
  ['123456', '1234567', true],
  ['123456', '123456', false],
])(
  'with the new password "%s" repeated as "%s" the profile has "Salvar" disabled: %s',
  async (password, repeat, off) => {
    await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/profile' });
    expect((await field('Nova senha')).getAttribute('placeholder')).toBe('Com pelo menos 6 caracteres');
    await fill('Nova senha', password);
    await fill('Repetir a senha', repeat);
    await until(async () => expect(await isOff('Salvar')).toBe(off));
  },
);

test('an empty new password changes nothing of what the profile may save', async () => {
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/profile' });
  await typeAccount('Ana', 'Lima');
  await until(async () => expect(await isOff('Salvar')).toBe(true));
  await typeAccount('Anabela', 'Lima');
  await until(async () => expect(await isOff('Salvar')).toBe(false));
  await typeAccount('Anabela', ' ');
  await seesText('Falta: sobrenome');
  expect(await isOff('Salvar')).toBe(true);
});

test('the organization is not saved without name and acronym', async () => {
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/profile' });
  await press('tab', 'Organização');
  await field('Sigla');
  await fill('Nome', '');
  await fill('Sigla', '');
  await seesText('Falta: nome e sigla');
  expect(await isOff('Salvar')).toBe(true);
  await fill('Nome', 'Prefeitura');
  await seesText('Falta: sigla');
  await fill('Sigla', 'PVI');
  await until(async () => expect(await isOff('Salvar')).toBe(false));
});

test('the password of a person who is edited is optional, and at least 6 characters when it is given', async () => {
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/edit-user/11' });
  await fill('Nome', 'Eliseu');
  await until(async () => expect(await isOff('Salvar')).toBe(false));
  await fill('Nova senha', '12345');
  await until(async () => expect(await isOff('Salvar')).toBe(true));
  await fill('Nova senha', '123456');
  await until(async () => expect(await isOff('Salvar')).toBe(false));
});
