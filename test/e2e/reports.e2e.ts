// "Relatórios": a number opens the list of its documents, without a network the last answer stays
// with its hour, and the sheet and the paper have the same numbers.

import { expect, PEOPLE, test } from './fixtures.ts';

test('a number of a report opens a list of as many documents, and the last answer stays without a network', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.admin, { remember: true });
  const { page } = device;
  await device.goto('/admin/reports?periodo=ano');
  await expect(page.getByText(/Todos os setores · do servidor, hoje às/)).toBeVisible();
  const number = page.getByRole('link', { name: /, Finalizados, Todos$/ }).first();
  const count = Number(await number.innerText());
  expect(count).toBeGreaterThan(0);
  await number.click();
  await expect(page.getByRole('button', { name: /^Remover filtro Finalizados, de / })).toBeVisible();
  const pages = Math.ceil(count / 10);
  await expect(page.getByText(`Página 1 de ${pages}`)).toBeVisible();
  await page.goto(`${page.url()}&page=${pages}`);
  await expect(page.getByText(`Página ${pages} de ${pages}`)).toBeVisible();
  await expect(page.locator('tr[data-row]')).toHaveCount(count % 10 || 10);
  await page.goBack();
  await page.goBack();
  await expect(number).toHaveText(String(count));
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar CSV' }).click(),
  ]);
  expect(sheet.suggestedFilename()).toMatch(/^relatorio-.*-deadlines\.csv$/);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(/Números do servidor, hoje às \d\d:\d\d\./)).toBeVisible();
  await expect(number).toHaveText(String(count));
  await page.getByRole('tab', { name: 'Carga' }).click();
  await expect(page.getByText(/deste aparelho, às \d\d:\d\d, sem tempos/).first()).toBeVisible();
});
