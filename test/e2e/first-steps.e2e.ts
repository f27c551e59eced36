// A tenant as `tenant:create` leaves it: its Super Admin finds the first steps, and does one.

import { createTenant } from '../../src/server/operation/tenants.ts';
import { connectionOfRunning } from '../../src/server/postgres/start-postgres.ts';
import { expect, test } from './fixtures.ts';
import { lookAt } from './looks.ts';

const EMAIL = 'helena@nova.example';

test('a new tenant opens with its first steps, which know by themselves what is done, also without a network', async ({
  server,
  newDevice,
}) => {
  const connection = connectionOfRunning(server.dataDir);
  if (connection === null) throw new Error('the server does not run');
  const admin = { name: 'Helena Tavares', email: EMAIL, password: 'malote-demo' };
  await createTenant(connection, { name: 'Prefeitura Municipal de Nova Serrana', acronym: 'PMNS', admin });
  const device = await newDevice();
  const page = await device.open('/login');
  await device.enter(EMAIL);
  const list = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(list.getByText('0 de 7 feitos')).toBeVisible();
  // What the login has announced is gone with its page.
  await page.reload();
  await expect(page.getByText('Suas atualizações')).toHaveCount(0);
  await lookAt(page, { name: 'first-steps', seen: list.getByText('Primeiro documento') });

  await list.getByRole('button', { name: 'Pular: Organização e logo' }).click();
  await list.getByRole('link', { name: 'Importar planilha' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'setores.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Sigla;Nome\r\nGAB;Gabinete\r\nSEMOB;Obras\r\n'),
  });
  await page.getByRole('button', { name: 'Importar 2 linhas' }).click();
  await expect(page.getByText('Planilha importada: 2 linhas novas.')).toBeVisible();
  await device.goto('/admin/home');
  await expect(list.getByText('2 setores')).toBeVisible();
  await lookAt(page, { name: 'first-steps-begun', seen: list.getByText('por enquanto, só você') });

  await device.readyForOffline();
  await device.cut();
  await page.reload();
  await expect(list.getByText('1 de 7 feito')).toBeVisible();
  await list.getByRole('button', { name: 'Dispensar a lista' }).click();
  await expect(page.getByText('Suas atualizações')).toBeVisible();
});
