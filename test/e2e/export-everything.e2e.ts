// "Exportar tudo" in a browser: from the organization to a file on the person's disk (S239).

import { readFile } from 'node:fs/promises';
import { expect, PEOPLE, test } from './fixtures.ts';

test('a Super Admin asks for everything, sees it made, downloads it and removes it', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  await device.goto('/admin/profile?aba=organizacao');
  await page.getByRole('link', { name: 'Exportar tudo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exportar tudo' })).toBeVisible();
  await page.getByRole('button', { name: 'Preparar exportação' }).click();
  await expect(page.getByRole('heading', { name: 'A exportação está pronta' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^\d+ documentos, de hoje às .* a pedido de /)).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Baixar, / }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^malote-PMVI-\d{4}-\d\d-\d\d\.zip$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(bytes.includes('indice.html')).toBe(true);

  await page.getByRole('button', { name: 'Remover do servidor' }).click();
  await expect(page.getByRole('button', { name: 'Preparar exportação' })).toBeVisible();
});
