// Reference data is written without a mouse: an alert that is published at once, and a model with
// its file that waits in the queue while the browser is closed.

import type { AlertRow, ModelRow } from '#contract/reference-data.ts';
import { PATHS } from '#contract/paths.ts';
import type { Page } from '@playwright/test';
import { expect, PEOPLE, test } from './fixtures.ts';
import { samplePdf } from './sample-files.ts';
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

test('by keyboard only, without network: add a model with its file; closed, opened, sent once', async ({
  usedDevice,
  apiOf,
}) => {
  const device = await usedDevice(PEOPLE.admin, { remember: true });
  const name = `Termo de vistoria ${Date.now()}`;
  const file = samplePdf('termo.pdf', 10_000_000);
  await device.settled();
  await device.cut();
  await device.goto('/admin/create-models');
  const { page } = device;

  await tabTo(page, page.getByRole('radio', { name: /^Modelo de documento/ }));
  await page.keyboard.press('Space');
  await test.step('all sectors', async () => {
    await tabTo(page, page.getByRole('button', { name: /^Setores Escolha/ }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('checkbox', { name: 'Selecionar todos' }));
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Setores \d+ setores$/ })).toBeFocused();
  });
  await write(page, { label: 'Nome', words: name });
  await write(page, { label: 'Descrição', words: 'Conferência da frota.' });
  await test.step('a file, which chooses the type', async () => {
    // The browser is told to hand its file dialog over before the way to the button. Right before
    // the press it may be told too late, because keys take another way to the page.
    const opened = page.waitForEvent('filechooser');
    await tabTo(page, page.getByRole('button', { name: 'Anexar', exact: true }));
    await page.keyboard.press('Enter');
    const chooser = await opened;
    await chooser.setFiles([{ name: file.name, mimeType: file.mime, buffer: file.bytes }]);
    await expect(page.getByText('Vai junto ao salvar')).toBeVisible();
    await expect(page.getByRole('button', { name: /^PDF Tipo de arquivo/ })).toBeVisible();
  });
  await press(page, 'Criar');
  await expect(messages(page).getByText('Modelo criado com sucesso')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Na fila');

  await device.close();
  await device.open('/admin/manage-models', { offline: true });
  await expect(device.page.getByRole('listitem').filter({ hasText: name })).toContainText('1 arquivo · 10 MB');
  await device.restore();

  const api = await apiOf(PEOPLE.admin);
  const sent = await eventually(30_000, {
    doing: 'the model reaches the server',
    ask: async () => {
      const found = (await api.get<ModelRow[]>(PATHS.models)).filter((model) => model.name === name);
      return found.length > 0 ? found : null;
    },
  });
  await device.settled();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.files.map((one) => [one.name, one.size])).toEqual([[file.name, file.bytes.length]]);
  await expect(device.page.getByRole('listitem').filter({ hasText: name })).not.toContainText('Na fila');
  expect((await api.get<ModelRow[]>(PATHS.models)).filter((model) => model.name === name)).toHaveLength(1);
});
