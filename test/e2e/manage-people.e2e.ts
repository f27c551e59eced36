// Sectors and people are managed by keyboard alone.

import type { ListedOrganization, ListedUser } from '#contract/reference-data.ts';
import { PATHS } from '#contract/paths.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { PEOPLE, test } from './fixtures.ts';
import { tabTo } from './tab-to.ts';

const SECTORS = '/admin/manage-organizations';
const USERS = '/admin/manage-users';

async function typeInto(page: Page, field: { name: string; words: string }): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: field.name, exact: true }));
  await page.keyboard.type(field.words);
}

/** Reaches an enabled control with Tab and presses Enter on it. */
async function pressOn(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  await tabTo(control.page(), control);
  await control.page().keyboard.press('Enter');
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

test('by keyboard only: a new sector is opened and two people are moved into it', async ({ usedDevice, apiOf }) => {
  const { page } = await usedDevice(PEOPLE.admin);
  const name = 'Coordenadoria da Juventude';
  await page.goto(new URL(SECTORS, page.url()).href);
  await pressOn(page.getByRole('link', { name: 'Criar setor' }));
  await typeInto(page, { name: 'Nome do setor', words: name });
  await typeInto(page, { name: 'Sigla', words: 'COJUV' });
  await pressOn(page.getByRole('button', { name: 'Criar', exact: true }));
  await expect(told(page, 'Setor criado com sucesso')).toBeVisible();
  await expect(page.getByRole('row', { name: /Coordenadoria da Juventude COJUV/ })).toBeVisible();
  const api = await apiOf(PEOPLE.admin);
  await expect.poll(async () => (await sectorsNamed(api, name)).length).toBe(1);

  await page.goto(new URL(USERS, page.url()).href);
  // Two whose accounts no other test logs in with: what they see changes with their sector.
  for (const person of ['Anselmo Guedes', 'Débora Sabino']) {
    await tabTo(page, page.getByRole('searchbox', { name: 'Buscar usuário' }));
    await page.keyboard.insertText(person);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: /^Editar / })).toHaveCount(1);
    await pressOn(page.getByRole('link', { name: `Editar ${person}` }));
    await pressOn(page.locator('#campo-organization_id').getByRole('button'));
    await expect(page.getByRole('option', { name })).toBeVisible();
    await page.keyboard.type(name.slice(0, 6));
    await page.keyboard.press('Enter');
    await expect(page.locator('#campo-organization_id').getByRole('button')).toContainText(name);
    await pressOn(page.getByRole('button', { name: 'Salvar' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Gerenciar usuários' })).toBeFocused();
    await expect(told(page, 'Usuário editado com sucesso').last()).toBeVisible();
  }
  await expect
    .poll(async () => (await sectorsNamed(api, name))[0]?.users.map((user) => user.name))
    .toEqual(['Anselmo', 'Débora']);
  await page.goto(new URL(SECTORS, page.url()).href);
  await expect(page.getByRole('row', { name: /Coordenadoria da Juventude COJUV 2 pessoas/ })).toBeVisible();
});
