// A sheet of people: what will happen in words, refused lines first, then the import, and
// invitations for the new ones.

import { readFile } from 'node:fs/promises';
import { expect, PEOPLE, test } from './fixtures.ts';
import { lookAt } from './looks.ts';

const HEADER = 'Nome;Sobrenome;E-mail;Setor;Papel;Situação';
const file = (...lines: string[]) => ({
  name: 'pessoas.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...lines].join('\r\n'), 'latin1'),
});

test('a sheet with an error is named, the corrected one is imported, and the new people are invited', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  const mark = Date.now();
  const [good, bad] = [
    `João;Conceição;joao${mark}@pmvi.example;SEMOB;Servidor;Ativo`,
    `Zé;Um;ze${mark};SEMOBB;Servidor;`,
  ];
  await device.goto('/admin/manage-users');
  await page.getByRole('link', { name: 'Importar planilha' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Importar planilha' })).toBeVisible();
  await page.getByRole('radio', { name: 'Pessoas' }).check({ force: true });
  const picker = page.locator('input[type=file]');

  await picker.setInputFiles(file(good, bad));
  await expect(page.getByRole('list', { name: '1 linha com erro e 1 linha nova.' })).toBeFocused();
  await expect(page.getByText(/^pessoas\.csv · 2 linhas · Windows-1252, ponto e vírgula$/)).toBeVisible();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('3ErroZéUm');
  await expect(page.getByRole('cell', { name: 'SEMOBB O setor “SEMOBB” não existe. É SEMOB?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await lookAt(page, { name: 'import-conference', seen: rows.nth(1) });
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar os erros' }).click(),
  ]);
  expect(errors.suggestedFilename()).toBe('erros-pessoas.csv');
  const said = await readFile(await errors.path(), 'utf8');
  expect(said).toContain('\r\n3;Zé Um · ');
  expect(said).toContain(';Setor;O setor “SEMOBB” não existe. É SEMOB?\r\n');
  await page.getByRole('button', { name: 'Novas 1' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('2NovoJoãoConceição');
  await page.getByRole('button', { name: 'linha 3' }).press('Enter');
  await expect(page.getByRole('rowheader', { name: '3', exact: true })).toBeFocused();

  await picker.setInputFiles(file(good));
  const invite = page.getByRole('checkbox', { name: 'Convidar a pessoa nova' });
  await expect(invite).toBeChecked();
  await expect(invite).toHaveAccessibleDescription('Por e-mail, com um link que vale 7 dias.');
  await expect(page.getByRole('checkbox', { name: 'Desativar quem não está na planilha' })).not.toBeChecked();
  await lookAt(page, { name: 'import-ticks', seen: invite });
  await page.getByRole('button', { name: 'Importar 1 linha' }).click();
  const done = page.getByText('Planilha importada: 1 linha nova. 1 convite a caminho.');
  await expect(page.locator(':focus').filter({ has: done })).toBeVisible();
  await expect(page.getByText(`joao${mark}@pmvi.example`)).toBeVisible();

  await page.getByRole('button', { name: /^Convidar por e-mail \(/ }).click();
  await expect(page.getByText('Cada pessoa recebe no máximo um por dia.')).toBeVisible();
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: /^Imprimir convites \(/ }).click();
  const slip = page.locator('article').filter({ hasText: `joao${mark}@pmvi.example` });
  await expect(slip).toContainText(/([2-9A-Z]{4}-){3}[2-9A-Z]{4}/);
  await expect(slip).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(slip).toBeVisible();
  await expect(page.getByRole('button', { name: /^Imprimir convites/ })).toBeHidden();
});

test('a person who is made by hand gets a slip instead of a password', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  const email = `wanda${Date.now()}@pmvi.example`;
  await device.goto('/admin/create-users');
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Wanda');
  await page.getByRole('textbox', { name: 'Sobrenome' }).fill('Reis');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('radio', { name: /^Com um convite impresso/ }).check({ force: true });
  await expect(page.getByLabel('Senha', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: /^Papel|Escolha um papel/ }).click();
  await page.getByRole('option', { name: 'Servidor', exact: true }).click();
  await page.getByRole('combobox', { name: 'Setor' }).fill('SEMOB');
  await page.getByRole('option', { name: /SEMOB/ }).first().click();
  await page.getByRole('button', { name: 'Criar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Importar planilha' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});
