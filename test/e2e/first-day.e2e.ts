// The first day of a town hall in a browser: an empty tenant with its first steps, sheets of 27
// sectors and 500 people, days of the calendar, a document without network, a report whose number
// opens its list, the audit and the export.

import { PATHS } from '#contract/paths.ts';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEMO_PASSWORD, logInOverHttp } from './api-client.ts';
import { expect, test } from './fixtures.ts';
import { createDocument } from './gestures.ts';
import { samplePdf } from './sample-files.ts';

const START = fileURLToPath(new URL('../../src/server/entry/start.mjs', import.meta.url));
const EMAIL = 'helena@valenovo.example';

const SECTORS = Array.from({ length: 27 }, (_, index) => `S${String.fromCodePoint(65 + (index % 26))}${index}`);
const sheet = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n'), 'latin1'),
});
const sectors = sheet('setores.csv', ['Sigla;Nome', ...SECTORS.map((one) => `${one};Secretaria de Ação ${one}`)]);
const people = sheet('pessoas.csv', [
  'Nome;Sobrenome;E-mail;Setor;Papel',
  'Zuleide;Aragão;zuleide@valenovo.example;SB1;Servidor',
  ...Array.from({ length: 499 }, (_, n) => `João;Conceição ${n};p${n}@valenovo.example;${SECTORS[n % 27]};Servidor`),
]);

test('an empty town hall takes its sectors and people in, writes without network, reads its report and its audit, and leaves', async ({
  server,
  newDevice,
}) => {
  const tenant = ['--name', 'Prefeitura de Vale Novo', '--acronym', 'PVN', '--admin-name', 'Helena Prado'];
  const admin = ['--admin-email', EMAIL, '--admin-password', DEMO_PASSWORD];
  const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', DATA_DIR: server.dataDir };
  await promisify(execFile)(process.execPath, [START, 'create-tenant', ...tenant, ...admin], { env: environment });

  const device = await newDevice();
  await device.open('/login');
  await device.enter(EMAIL, { remember: true });
  const { page } = device;
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(steps.getByText('0 de 7 feitos')).toBeVisible();

  const picker = page.locator('input[type=file]');
  await device.goto('/admin/import?de=setores');
  await picker.setInputFiles(sectors);
  await page.getByRole('button', { name: 'Importar 27 linhas' }).click();
  await expect(page.getByText('Planilha importada: 27 linhas novas.')).toBeVisible();
  const ofPeople = page.getByRole('radio', { name: 'Pessoas' });
  await ofPeople.click({ force: true });
  await expect(ofPeople).toBeChecked();
  await picker.setInputFiles(people);
  await page.getByRole('button', { name: 'Importar 500 linhas' }).click({ timeout: 60_000 });
  await expect(page.getByText('Planilha importada: 500 linhas novas.')).toBeVisible({ timeout: 60_000 });
  const api = await logInOverHttp(server.url, EMAIL);
  await api.send('POST', { path: PATHS.documentSubjects, body: { name: 'Vistoria técnica' } });

  const year = new Date().getFullYear();
  for (const day of [`${year}-09-21`, `${year + 1}-09-20`])
    await api.send('POST', { path: PATHS.holidays, body: { day, name: 'Padroeira', kind: 'municipal' } });
  await device.goto(`/admin/calendar?ano=${year + 1}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Padroeira' })).toBeVisible();

  await device.goto('/admin/home');
  await expect(steps.getByText('4 de 7 feitos')).toBeVisible();
  await device.readyForOffline();
  await device.settled();
  await device.cut();
  await createDocument(page, {
    title: 'Primeiro ofício do Vale Novo',
    physicalNumber: 'Ofício nº 1/2026',
    responsible: 'Zuleide Aragão',
    content: 'Segue o primeiro ofício.',
    files: [samplePdf('oficio.pdf', 2_000)],
  });
  await expect(page.getByText('Sem número').first()).toBeVisible();
  await device.restore();
  await device.settled();

  await device.goto('/admin/reports');
  const received = page.getByRole('link', { name: /, Recebidos, Todos$/ }).first();
  await expect(received).toHaveText('1');
  await received.click();
  await expect(page.getByRole('link', { name: 'Primeiro ofício do Vale Novo' })).toBeVisible();
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await page.getByRole('link', { name: 'Primeiro ofício do Vale Novo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Primeiro ofício do Vale Novo' })).toBeVisible();
  await device.settled();

  await device.goto('/admin/audit?documento=1');
  await expect(page.getByRole('cell', { name: /Abriu/ }).first()).toBeVisible();
  await device.goto('/admin/export');
  await page.getByRole('button', { name: 'Preparar exportação' }).click();
  await expect(page.getByText(/^1 documento, de hoje às .* a pedido de /)).toBeVisible({ timeout: 60_000 });
});
