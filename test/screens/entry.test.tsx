// The screens before the login, and what leads to the login.

import { SCREENS } from '#app/profile/screens.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { expect, test } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { storeFolded } from '../builders/open-test-mirror.ts';
import { field, fill, find, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { answer } from './harness/server.ts';
import { openTown } from './harness/town.ts';

const nobody = () => new Mirror('nobody');
const isOff = async (button: string) => (await find('button', button)).hasAttribute('disabled');
const CONNECTION = { network: 'ok', auth: 'needs-login' } as const;

test('"entrar" stays disabled with e-mail and password until the human check is solved', async () => {
  await openScreen({ mirror: nobody(), path: '/login' });
  expect(await isOff('entrar')).toBe(true);
  await fill('E-mail', 'ana@example.test');
  await fill('Senha', 'segredo');
  expect(await isOff('entrar')).toBe(true);
});

test('"Solicitar" stays disabled with an e-mail until the human check is solved, and says so', async () => {
  answer(204, null);
  await openScreen({ mirror: nobody(), path: '/recover-password' });
  expect(await isOff('Solicitar')).toBe(true);
  await seesText('Falta: e-mail e marcar “Não sou um robô”');
  await fill('E-mail', 'ana@example.test');
  await seesText('Falta: marcar “Não sou um robô”');
  expect(await isOff('Solicitar')).toBe(true);
});

test.each([
  ['', '', true],
  ['12345', '12345', true],
  ['123456', '', true],
  ['123456', '123457', true],
  ['123456', '123456', false],
])('a new password "%s" repeated as "%s" leaves "Criar" disabled: %s', async (password, repeat, off) => {
  await openScreen({ mirror: nobody(), path: '/password-reset/t?email=ana@example.test' });
  expect((await field('Nova senha')).getAttribute('placeholder')).toBe('Com pelo menos 6 caracteres');
  await fill('Nova senha', password);
  await fill('Repetir a senha', repeat);
  await until(async () => expect(await isOff('Criar')).toBe(off));
});

test('a password that was set leads to the login', async () => {
  answer(204, null);
  const { address } = await openScreen({ mirror: nobody(), path: '/password-reset/t?email=ana@example.test' });
  await fill('Nova senha', '123456');
  await fill('Repetir a senha', '123456');
  await press('button', 'Criar');
  await until(() => expect(address()).toBe('/login'));
  // The address has no e-mail, and the login knows whose password it was.
  expect(await field('E-mail')).toHaveProperty('value', 'ana@example.test');
});

test('a link that the server refuses says why, and stays where it is', async () => {
  answer(422, { message: 'x', errors: { token: ['Este link não vale mais.'] } });
  const { address } = await openScreen({ mirror: nobody(), path: '/password-reset/t?email=ana@example.test' });
  await fill('Nova senha', '123456');
  await fill('Repetir a senha', '123456');
  await press('button', 'Criar');
  await seesText('Este link não vale mais.');
  expect(address()).toContain('/password-reset/');
});

test('without a person on this device an address of the admin area leads to the login, and from there back', async () => {
  const { address } = await openScreen({ mirror: nobody(), path: '/admin/manage-documents' });
  await until(() => expect(address()).toBe('/login?voltar=%2Fadmin%2Fmanage-documents'));
});

test('the root address leads home', async () => {
  const { address } = await openScreen({ mirror: await openTown('Servidor'), path: '/' });
  await until(() => expect(address()).toBe('/admin/home'));
});

/** Of each address of the admin area, one screen. */
const ADDRESSES = Object.keys(SCREENS).map((path) => path.replace('$search', 'rua').replace('$id', '1'));

test.each(ADDRESSES)('a session that ended with nothing waiting leads from %s to the login', async (path) => {
  const mirror = await openTown('Super Admin');
  const { address } = await openScreen({ mirror, path });
  await until(() => expect(document.querySelector('h1')).not.toBeNull());
  await writeMeta(mirror, { name: 'connection', value: CONNECTION });
  await until(() => expect(address()).toMatch(/^\/login\?voltar=%2Fadmin%2F/));
});

test('a session that ended while work waits keeps the screen and says that a login is needed', async () => {
  const mirror = await openTown('Servidor');
  await storeFolded(mirror, buildCommand('create-document', { documentKey: 'l:1' }));
  await writeMeta(mirror, { name: 'connection', value: CONNECTION });
  const { address } = await openScreen({ mirror, path: '/admin/help' });
  await seesText('Perguntas');
  await seesText('Entre de novo para enviar 1 item');
  expect(address()).toBe('/admin/help');
});
