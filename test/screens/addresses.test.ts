// What an address may say, and where it leads.

import { expect, it } from 'vitest';
import { openTestMirror } from '../builders/open-test-mirror.ts';
import { find, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { visit } from './harness/visit.ts';

/** A device without a logged-in person. */
async function openAlone(path: string) {
  const mirror = await openTestMirror();
  await mirror.meta.delete('session');
  return openScreen({ mirror, path });
}

it.each([
  ['/', '/admin/home'],
  ['/admin', '/admin/home'],
])('%s leads to %s', async (path, target) => {
  const { address } = await visit(path);
  await find('heading', 'Bom dia, Ana');
  expect(address()).toBe(target);
});

it('without a login a screen leads to the login and from there back', async () => {
  const { address } = await openAlone('/admin/manage-users');
  await find('heading', 'Entrar');
  expect(decodeURIComponent(address())).toBe('/login?voltar=/admin/manage-users');
});

it.each(['https://outro.example/admin', '//outro.example', '/outro', '/administracao'])(
  'the login returns to no other place than a screen: %s',
  async (elsewhere) => {
    const { address } = await openAlone(`/login?voltar=${encodeURIComponent(elsewhere)}`);
    await find('heading', 'Entrar');
    expect(address()).toBe('/login');
  },
);

it('a search parameter that no screen knows is left out of the address', async () => {
  const { address } = await visit('/admin/manage-documents?status=nada&x=1&painel=nada');
  await seesText('Sem documentos para gerenciar no momento');
  await until(() => expect(address()).toBe('/admin/manage-documents'));
});

it('an address that does not exist says so and leads home', async () => {
  await visit('/admin/nada');
  await find('heading', 'Página não encontrada');
  expect((await find('link', 'Ir para o início')).getAttribute('href')).toBe('/admin/home');
});

it.each([
  '/admin/help',
  '/admin/alerts',
  '/admin/users',
  '/admin/results',
  '/admin/profile',
  '/admin/create-documents',
  '/admin/manage-users',
  '/admin/create-users',
  '/admin/manage-organizations',
  '/admin/edit-organization/1',
  '/admin/manage-alerts',
  '/admin/create-alerts',
  '/admin/manage-document-subjects',
  '/admin/create-document-subjects',
  '/admin/manage-models',
  '/admin/create-models',
])('the way back from %s is the home', async (path) => {
  const { address } = await visit(path);
  await press('button', 'Voltar');
  await find('heading', 'Bom dia, Ana');
  expect(address()).toBe('/admin/home');
});
