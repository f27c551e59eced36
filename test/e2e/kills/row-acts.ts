// One gesture of every type of command on reference data. Each is on another collection, because
// the commands of one wait for each other.

import { PATHS } from '#contract/paths.ts';
import type { ListedOrganization } from '#contract/reference-data.ts';
import { expect } from '@playwright/test';
import { DEMO_PASSWORD } from '../api-client.ts';
import { chooseDayNextMonth } from '../gestures.ts';
import type { Act, People } from './act.ts';

/** Names of this act's own rows. */
const mark = () => Date.now().toString(36).toUpperCase();

export async function createRow(): Promise<Act> {
  const title = `Inventário ${mark()}`;
  return {
    name: 'create-row',
    type: 'create-row',
    documentId: null,
    effects: { alerts: title },
    async make(device) {
      const { page } = device;
      await device.goto('/admin/create-alerts');
      await page.getByRole('textbox', { name: 'Título' }).fill(title);
      await chooseDayNextMonth(page, 'Data limite');
      await page.getByRole('textbox', { name: 'Descrição' }).fill('Contagem dos bens de cada setor.');
      await page.getByRole('button', { name: 'Enviar', exact: true }).click();
      await expect(page.getByText('Alerta criado com sucesso').first()).toBeVisible();
    },
  };
}

export async function updateRow({ author }: People): Promise<Act> {
  const [own, next] = [mark(), `Galpão ${mark()}`];
  const { id } = await madeSector(author, own);
  return {
    name: 'update-row',
    type: 'update-row',
    documentId: null,
    effects: { sectors: next },
    async make(device) {
      const { page } = device;
      await device.goto(`/admin/edit-organization/${id}`);
      await page.getByRole('textbox', { name: 'Crie um setor' }).fill(next);
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expect(page.getByRole('row').filter({ hasText: next })).toBeVisible();
    },
  };
}

export async function switchRows({ author }: People): Promise<Act> {
  const own = mark();
  const email = `selma.${own.toLowerCase()}@pmvi.example`;
  await author.send('POST', {
    path: PATHS.users,
    body: {
      name: 'Selma',
      last_name: own,
      email,
      password: DEMO_PASSWORD,
      roles: ['Servidor'],
      organization_id: author.user.organization_id,
    },
  });
  return {
    name: 'switch-rows',
    type: 'switch-rows',
    documentId: null,
    effects: { switchedOff: email },
    async make(device) {
      const { page } = device;
      await device.goto('/admin/manage-users');
      const row = page.getByRole('row').filter({ hasText: `Selma ${own}` });
      await row.getByText('Ativo', { exact: true }).click();
      const question = page.getByRole('alertdialog', { name: 'Você está tentando desabilitar uma conta de usuário.' });
      await question.getByRole('button', { name: 'Desabilitar' }).click();
      await expect(row).toContainText('Inativo');
    },
  };
}

export async function deleteRows({ author }: People): Promise<Act> {
  const name = `Empréstimo ${mark()}`;
  await author.send('POST', { path: PATHS.documentSubjects, body: { name } });
  return {
    name: 'delete-rows',
    type: 'delete-rows',
    documentId: null,
    effects: { deleted: name },
    async make(device) {
      const { page } = device;
      await device.goto('/admin/manage-document-subjects');
      await page.getByRole('button', { name: `Deletar ${name}` }).click();
      const question = page.getByRole('alertdialog', { name: 'Deseja mesmo deletar esse assunto?' });
      await question.getByRole('button', { name: 'Sim' }).click();
      await expect(page.getByText('Assunto deletado').first()).toBeVisible();
    },
  };
}

async function madeSector(author: People['author'], own: string): Promise<ListedOrganization> {
  const name = `Almoxarifado ${own}`;
  await author.send('POST', { path: PATHS.organizations, body: { name, acronym: `A${own}` } });
  const sector = (await author.get<ListedOrganization[]>(PATHS.organizations)).find((one) => one.name === name);
  if (sector === undefined) throw new Error(`${name} was not made`);
  return sector;
}
