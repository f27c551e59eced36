// What stands around every screen: the menus of desktop, tablet and phone, the logo, the way out,
// the notices of an installation.

import { SCREENS } from '#app/profile/screens.ts';
import { watchInstallOffer } from '#app/device/install-offer.ts';
import { updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { expect, it } from 'vitest';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { find, names, press, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { seeAll } from './harness/see-all.ts';
import { visit } from './harness/visit.ts';

const GROUPS = ['Documentos', 'Assuntos de documento', 'Modelos', 'Setores', 'Usuários', 'Alertas'];

const menu = (): Promise<HTMLElement> => find('navigation', 'Menu principal');

it('the logo of the tenant stands first in the menu and leads home', async () => {
  await visit('/admin/help');
  const [logo] = all('link', await menu());
  expect([nameOf(logo as Element), logo?.getAttribute('href')]).toEqual([
    'Vale do Ipê: ir para o início',
    '/admin/home',
  ]);
});

it('on a desktop the side menu has six groups, each with its sub-items, and Início, Ajuda, profile and Sair', async () => {
  await visit('/admin/home');
  const nav = await menu();
  expect(names('button', nav).filter((name) => GROUPS.includes(name))).toEqual(GROUPS);
  expect(all('link', nav).map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining(['/admin/home', '/admin/help', '/admin/profile']),
  );
  expect(names('button', nav)).toContain('Sair');
  for (const group of GROUPS) await press('button', group);
  await until(() =>
    expect(all('link', nav).map((link) => [textOf(link), link.getAttribute('href')])).toEqual(
      expect.arrayContaining([
        ['Criar', '/admin/create-documents'],
        ['Gerenciar', '/admin/manage-documents'],
        ['Exceções', '/admin/exceptions-documents'],
        ['Criar', '/admin/create-document-subjects'],
        ['Gerenciar', '/admin/manage-document-subjects'],
        ['Criar', '/admin/create-models'],
        ['Gerenciar', '/admin/manage-models'],
        ['Criar', '/admin/create-organizations'],
        ['Gerenciar', '/admin/manage-organizations'],
        ['Criar', '/admin/create-users'],
        ['Gerenciar', '/admin/manage-users'],
        ['Criar', '/admin/create-alerts'],
        ['Gerenciar', '/admin/manage-alerts'],
      ]),
    ),
  );
});

it('on a tablet the side menu is a rail with Perfil and Sair', async () => {
  await visit('/admin/home', { width: 'tablet' });
  const nav = await menu();
  expect(names('link', nav)).toEqual(expect.arrayContaining(['Início', 'Documentos', 'Ajuda', 'Perfil']));
  expect(names('button', nav)).toContain('Sair');
});

it('on a phone a bottom menu has five entries, and the last opens the whole menu', async () => {
  await visit('/admin/home', { width: 'phone' });
  const nav = await menu();
  expect(names('link', nav)).toEqual(['Início', 'Documentos', 'Buscar']);
  expect(names('button', nav)).toEqual([expect.stringMatching(/^Avisos/), 'Menu']);
  await press('button', 'Menu');
  const sheet = await find('dialog', 'Menu');
  await until(() =>
    expect(all('link', sheet).map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining(['/admin/create-alerts', '/admin/manage-models', '/admin/help', '/admin/profile']),
    ),
  );
  expect(names('button', sheet)).toContain('Sair');
});

/** Of each address, one screen. */
const ADDRESSES = Object.keys(SCREENS).map((path) => path.replace('$search', 'rua').replace('$id', '1'));

it.each(ADDRESSES)('%s has the bell with its red dot on a desktop, a tablet and a phone', async (path) => {
  for (const width of ['desk', 'tablet', 'phone'] as const) {
    const opened = await visit(path, { width, fill: withDocuments });
    await find('button', 'Avisos. Há novidades');
    expect(names('button', document.body).filter((name) => name.startsWith('Avisos'))).toHaveLength(1);
    opened.close();
  }
});

it('Ajuda stands once in the menu of each role', async () => {
  await visit('/admin/home', { role: 'Consulta' });
  expect(names('link', await menu()).filter((name) => name === 'Ajuda')).toHaveLength(1);
});

it('a role without permission for an address reads which one is missing', async () => {
  await visit('/admin/manage-models', { role: 'Consulta' });
  await until(() =>
    expect(textOf(document.body)).toContain('Esta tela pede as permissões “ver modelos” e “criar modelos”.'),
  );
});

it('the install prompt offers "Agora não" and "instalar" on the home, and "Agora não" takes it away', async () => {
  watchInstallOffer();
  seeAll();
  await updateDeviceFacts({ visits: 2, installAskedOn: null });
  await visit('/admin/home', { width: 'tablet' });
  window.dispatchEvent(new Event('beforeinstallprompt'));
  const prompt = await find('region', 'Instalar o aplicativo');
  expect(names('button', prompt)).toEqual(['Agora não', 'instalar']);
  await press('button', 'Agora não');
  await until(() => expect(names('region')).not.toContain('Instalar o aplicativo'));
  window.dispatchEvent(new Event('appinstalled'));
});
