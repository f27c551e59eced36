// A first visit over a network that loses files: no worker has the application yet.

import { expect, PEOPLE, test } from './fixtures.ts';
import type { Device } from './device.ts';

const LOST = { kind: 'drop-answer' } as const;

async function visitWithoutWorker(device: Device): Promise<void> {
  device.network.add({ path: /^\/sw\.js/, fault: { kind: 'status', status: 404 } });
  await device.open('/login');
  await device.logIn(PEOPLE.manager);
}

test('a screen that did not load opens at the next press, without loading the page anew', async ({ newDevice }) => {
  const device = await newDevice();
  await visitWithoutWorker(device);
  const { page } = device;
  await page.evaluate(() => document.body.setAttribute('data-page', 'first'));
  const lost = device.network.add({ path: /^\/assets\/admin\.manage-documents-/, fault: LOST });
  await page.locator("a[href='/admin/manage-documents']:visible").first().click();
  await expect(page.getByRole('heading', { name: 'Esta tela não abriu' })).toBeVisible();
  await expect(page.getByText('Esta tela não carregou.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recarregar' })).toBeVisible();
  // The screen has tried once more by itself, and failed.
  const again = page.getByRole('button', { name: 'Tentar de novo' });
  await expect(again).toBeEnabled();
  lost();
  await again.click();
  await expect(page.locator('main [data-row]').first()).toBeVisible();
  await expect(page.locator("body[data-page='first']")).toHaveCount(1);
});

test('without a network a screen that is not on the device says so, and opens when the network returns', async ({
  newDevice,
}) => {
  const device = await newDevice();
  await visitWithoutWorker(device);
  const { page } = device;
  await device.cut();
  await page.locator("a[href='/admin/manage-documents']:visible").first().click();
  await expect(page.getByText('Esta tela ainda não está neste aparelho.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recarregar' })).toHaveCount(0);
  await device.restore();
  await expect(page.locator('main [data-row]').first()).toBeVisible();
});

test('a dialog that did not load is told by the bar and opens at the next press; loading anew keeps what is written', async ({
  newDevice,
}) => {
  const device = await newDevice();
  await visitWithoutWorker(device);
  const { page } = device;
  await page.locator("a[href='/admin/manage-documents']:visible").first().click();
  await expect(page.locator('main [data-row]').first()).toBeVisible();
  const lost = device.network.add({ path: /^\/assets\/filters-dialog-/, fault: LOST });
  await page.getByRole('button', { name: /^Filtros/ }).click();
  const bar = page.getByRole('status', { name: 'Parte que falta' });
  await expect(bar).toContainText('Uma parte não carregou.');
  lost();
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('Escape');

  device.network.add({ path: /^\/assets\/editor-/, fault: LOST });
  await device.goto('/admin/create-documents');
  await expect(bar).toBeVisible();
  await page.getByRole('textbox', { name: 'Título' }).fill('Limpeza da praça');
  await bar.getByRole('button', { name: 'Recarregar' }).click();
  await page.getByRole('button', { name: 'Continuar rascunho' }).click();
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue('Limpeza da praça');
});
