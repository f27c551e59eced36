// Sectors and people are managed: by keyboard, with a new sector, and without a connection.

import type { ListedOrganization, ListedUser } from '#contract/reference-data.ts';
import { PATHS } from '#contract/paths.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { PEOPLE, test } from './fixtures.ts';
import { tabTo } from './tab-to.ts';

const SECTORS = '/admin/manage-organizations';
const USERS = '/admin/manage-users';
/** What a row says whose change has not been sent. */
const WAITS = /Na fila|Sem resposta/;

async function typeInto(page: Page, field: { name: string; words: string }): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: field.name, exact: true }));
  await page.keyboard.type(field.words);
}

/** A message, apart from the words for screen readers. */
function told(page: Page, words: string): Locator {
  return page.getByRole('region', { name: 'Mensagens' }).getByText(words);
}

async function sectorsNamed(api: ApiClient, name: string): Promise<ListedOrganization[]> {
  const sectors = await api.get<ListedOrganization[]>(PATHS.organizations);
  return sectors.filter((sector) => sector.name === name);
}

test('by keyboard only: a colleague is registered', async ({ usedDevice, apiOf }) => {
  const { page } = await usedDevice(PEOPLE.admin);
  await page.goto(new URL(USERS, page.url()).href);
  await tabTo(page, page.getByRole('link', { name: 'Criar usuário' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Criar usuário' })).toBeFocused();

  await typeInto(page, { name: 'Nome', words: 'Beatriz' });
  await typeInto(page, { name: 'Sobrenome', words: 'Lobo Sarmento' });
  await typeInto(page, { name: 'E-mail', words: 'beatriz.lobo@pmvi.example' });
  await typeInto(page, { name: 'Senha', words: 'sigilo-1' });
  await tabTo(page, page.getByRole('button', { name: /Papel/ }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Servidor de');
  await page.keyboard.press('Enter');
  const sector = page.getByRole('combobox', { name: 'Setor' });
  await tabTo(page, sector);
  await page.keyboard.type('Ouvidoria');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const create = page.getByRole('button', { name: 'Criar', exact: true });
  await expect(create).toBeEnabled();
  await tabTo(page, create);
  await page.keyboard.press('Enter');

  await expect(told(page, 'Usuário criado com sucesso')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Gerenciar usuários' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Beatriz Lobo Sarmento OUVI/ })).toBeVisible();
  const people = await (await apiOf(PEOPLE.admin)).get<ListedUser[]>(PATHS.users);
  const [made, ...others] = people.filter((user) => user.email === 'beatriz.lobo@pmvi.example');
  expect(others).toEqual([]);
  expect(made).toMatchObject({ role: 'Servidor de Campo', status: 'active', organization: { acronym: 'OUVI' } });
});

test('a new sector is opened and two people are moved into it', async ({ usedDevice, apiOf }) => {
  const { page } = await usedDevice(PEOPLE.admin);
  await page.goto(new URL(SECTORS, page.url()).href);
  await page.getByRole('link', { name: 'Criar setor' }).click();
  await page.getByRole('textbox', { name: 'Nome do setor' }).fill('Coordenadoria da Juventude');
  await page.getByRole('textbox', { name: 'Sigla' }).fill('COJUV');
  await page.getByRole('button', { name: 'Criar', exact: true }).click();
  await expect(told(page, 'Setor criado com sucesso')).toBeVisible();
  await expect(page.getByRole('row', { name: /Coordenadoria da Juventude COJUV/ })).toBeVisible();
  const api = await apiOf(PEOPLE.admin);
  await expect.poll(async () => (await sectorsNamed(api, 'Coordenadoria da Juventude')).length).toBe(1);

  for (const name of ['Edgar Salgueiro', 'Yasmin Cordeiro']) {
    await page.goto(new URL(USERS, page.url()).href);
    await page.getByRole('link', { name: `Editar ${name}` }).click();
    await page.locator('#campo-organization_id').getByRole('button').click();
    await page.getByRole('option', { name: 'Coordenadoria da Juventude' }).click();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(told(page, 'Usuário editado com sucesso')).toBeVisible();
  }
  await expect
    .poll(async () => (await sectorsNamed(api, 'Coordenadoria da Juventude'))[0]?.users.map((user) => user.name))
    .toEqual(['Edgar', 'Yasmin']);
  await page.goto(new URL(SECTORS, page.url()).href);
  await expect(page.getByRole('row', { name: /Coordenadoria da Juventude COJUV 2 pessoas/ })).toBeVisible();
});

test('a sector renamed without network is in pencil, survives a closed browser, and is sent once', async ({
  newDevice,
  apiOf,
}) => {
  const device = await newDevice();
  await device.open('/login');
  await device.logIn(PEOPLE.admin, { remember: true });
  await device.readyForOffline();
  await device.goto(SECTORS);
  await device.page.getByRole('link', { name: 'Editar Ouvidoria-Geral' }).click();
  await expect(device.page.getByRole('textbox', { name: 'Crie um setor' })).toHaveValue('Ouvidoria-Geral');
  await device.settled();
  await device.cut();
  await device.page.getByRole('textbox', { name: 'Crie um setor' }).fill('Ouvidoria do Povo');
  await device.page.getByRole('button', { name: 'Salvar' }).click();
  await expect(told(device.page, 'Guardado neste aparelho. Será enviado quando houver conexão.')).toBeVisible();
  const renamed = device.page.getByRole('row', { name: /Ouvidoria do Povo OUVI/ });
  await expect(renamed).toContainText(WAITS);

  await device.close();
  await device.open(SECTORS, { offline: true });
  await expect(device.page.getByRole('row', { name: /Ouvidoria do Povo OUVI/ })).toContainText(WAITS);
  const before = device.network.passages.length;
  await device.restore();
  const api = await apiOf(PEOPLE.admin);
  await expect.poll(async () => (await sectorsNamed(api, 'Ouvidoria do Povo')).length).toBe(1);
  await expect(device.page.getByRole('row', { name: /Ouvidoria do Povo OUVI/ })).not.toContainText(WAITS);
  expect(await sectorsNamed(api, 'Ouvidoria-Geral')).toEqual([]);
  const sent = device.network.passages
    .slice(before)
    .filter(({ method, url, status }) => method === 'POST' && url === PATHS.organizations && status === 200);
  expect(sent).toHaveLength(1);
});
