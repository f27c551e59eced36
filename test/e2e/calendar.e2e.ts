// The calendar without a network: a copied year is checked and waits in pencil, and the form of a
// document proposes the working day after a holiday.

import { expect } from '@playwright/test';
import type { HolidayRow } from '#contract/reference-data.ts';
import { PATHS } from '#contract/paths.ts';
import { PEOPLE, test } from './fixtures.ts';

test('without network a year is copied and checked, and a limit date hears of it', async ({ usedDevice, apiOf }) => {
  const device = await usedDevice(PEOPLE.admin, { remember: true });
  const { page } = device;
  const year = new Date().getFullYear() + 1;
  await device.settled();
  await device.cut();
  await device.goto(`/admin/calendar?ano=${year}`);
  await page.getByRole('button', { name: `Copiar de ${year - 1}` }).click();
  await page.getByRole('button', { name: `Conferi, vale para ${year}` }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'São João, padroeiro' })).toContainText(
    /Na fila|Sem resposta/,
  );

  await device.goto('/admin/create-documents');
  const date = page.getByRole('textbox', { name: 'Data limite' });
  await date.fill(`07/09/${year}`);
  await date.blur();
  await expect(page.getByText(/(?:Independência|Fim de semana): próximo dia útil/)).toBeVisible();
  await page.getByRole('button', { name: /^Usar \d\d\/09$/ }).click();
  await expect(date).not.toHaveValue(`07/09/${year}`);

  await device.restore();
  await device.settled();
  const api = await apiOf(PEOPLE.admin);
  const rows = await api.get<HolidayRow[]>(PATHS.holidays);
  expect(rows.filter(({ day }) => day === `${year}-06-24`).map(({ name }) => name)).toEqual(['São João, padroeiro']);
});
