// Reference data is written without a mouse: an alert is published.

import type { AlertRow } from '#contract/reference-data.ts';
import { PATHS } from '#contract/paths.ts';
import type { Page } from '@playwright/test';
import { expect, PEOPLE, test } from './fixtures.ts';
import { tabTo } from './tab-to.ts';
import { eventually } from './within.ts';

async function write(page: Page, { label, words }: { label: string; words: string }): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: label }));
  await page.keyboard.type(words);
}

const messages = (page: Page) => page.getByRole('region', { name: 'Mensagens' });

async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button).toBeEnabled();
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

test('by keyboard only: publish an alert', async ({ usedDevice, apiOf }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  const title = `Recesso ${Date.now()}`;
  await device.goto('/admin/create-alerts');

  await write(page, { label: 'Título', words: title });
  await expect(page.getByText(`${title.length}/100`)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: /^Data limite dd\// }));
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Data limite' });
  await tabTo(page, calendar.getByRole('gridcell').getByRole('button').and(page.locator('[tabindex="0"]')).first());
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await tabTo(page, calendar.getByRole('button', { name: 'Aplicar data' }));
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await write(page, { label: 'Descrição', words: 'Os setores fecham ao meio-dia.' });
  await expect(page.getByRole('region', { name: 'Prévia do aviso de prazo' })).toContainText(title);
  await press(page, 'Enviar');

  await expect(messages(page).getByText('Alerta criado com sucesso')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Gerenciar alertas' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
  const api = await apiOf(PEOPLE.admin);
  const published = await eventually(20_000, {
    doing: 'the alert reaches the server',
    ask: async () => (await api.get<AlertRow[]>(PATHS.alerts)).find((alert) => alert.title === title) ?? null,
  });
  expect(published).toMatchObject({ description: 'Os setores fecham ao meio-dia.', status: 'active' });
});
