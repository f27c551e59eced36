// A row that the server refused is corrected from Pendências, and a half-written form is found
// there.

import type { ListedOrganization } from '#contract/reference-data.ts';
import { PATHS } from '#contract/paths.ts';
import { expect } from '@playwright/test';
import { PEOPLE, test } from './fixtures.ts';
import { lookAt } from './looks.ts';

const NAME = 'Coordenadoria de Habitação';
const TAKEN = 'PROHAB';

test('a refused sector is corrected in its form, sent once, and what is half-written is listed', async ({
  usedDevice,
  apiOf,
}) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  const api = await apiOf(PEOPLE.admin);
  // A sector of this acronym is made elsewhere, and the device does not know it yet: what it knows
  // it judges by itself.
  await device.settled();
  const untold = device.network.add({ path: /^\/api\/(?:sync\/changes|events)/, fault: { kind: 'drop-request' } });
  await api.send('POST', { path: PATHS.organizations, body: { name: 'Procuradoria de Habitação', acronym: TAKEN } });
  const go = (path: string) => page.goto(new URL(path, page.url()).href);
  await go('/admin/create-organizations');
  await page.getByRole('textbox', { name: 'Nome do setor', exact: true }).fill(NAME);
  await page.getByRole('textbox', { name: 'Sigla', exact: true }).fill(TAKEN);
  await page.getByRole('button', { name: 'Criar', exact: true }).click();
  const list = page.getByRole('heading', { level: 1, name: 'Gerenciar setores' });
  await expect(list).toBeVisible();

  await go('/admin/outbox');
  await page.getByRole('link', { name: 'Corrigir' }).click();
  const acronym = page.getByRole('textbox', { name: 'Sigla', exact: true });
  await expect(acronym).toHaveValue(TAKEN);
  untold();
  await expect(page.getByText('O servidor não aceitou este envio.')).toBeVisible();
  await lookAt(page, { name: 'correct-sector', seen: page.getByRole('heading', { level: 1 }) });

  await page.setViewportSize({ width: 1440, height: 900 });
  await acronym.fill('COHAB');
  await expect(page.getByText('Rascunho guardado')).toBeVisible();
  await go('/admin/outbox');
  await expect(page.getByText(`Corrigir: Criar o setor “${NAME}”`)).toBeVisible();
  await lookAt(page, { name: 'outbox-correction', seen: page.getByRole('heading', { level: 1 }) });

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Continuar' }).click();
  await expect(acronym).toHaveValue('COHAB');
  await page.getByRole('button', { name: 'Criar', exact: true }).click();
  await expect(list).toBeVisible();
  const named = async () => {
    const sectors = await api.get<ListedOrganization[]>(PATHS.organizations);
    return sectors.filter((sector) => sector.name === NAME).map((sector) => sector.acronym);
  };
  await expect.poll(named).toEqual(['COHAB']);
  await go('/admin/outbox');
  await expect(page.getByText('Rascunhos')).toHaveCount(0);
});
