// "Auditoria": what a person does on a device without a network reaches the audit once.

import { PATHS } from '#contract/paths.ts';
import { expect, PEOPLE, test } from './fixtures.ts';

test('a print without network is in the audit of the document, with the opening, after the device is back', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.admin, { remember: true });
  const { page } = device;
  await page.addInitScript(() => {
    window.print = () => dispatchEvent(new Event('beforeprint'));
  });
  await device.goto('/admin/manage-documents');
  await page.getByRole('rowheader').getByRole('link').first().click();
  // The list shows numbers too, so the document is open once its link to the audit is there.
  const accesses = page.getByRole('link', { name: 'Todos os acessos na auditoria' });
  await expect(accesses).toBeVisible();
  const ticket = page.getByText(/^PMVI\s?\d{3}$/).first();
  const number = Number((await ticket.innerText()).replace(/\D/g, ''));
  await page.context().setOffline(true);
  await page.keyboard.press('Control+p');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await accesses.click();
  await expect(page.getByRole('heading', { name: 'Auditoria' })).toBeVisible();
  // A start sends the view, which may wait for its next attempt, and the print that was noted.
  await page.reload();
  await device.settled();
  const isTold = () =>
    device.network.passages.some(
      ({ method, url, status }) => method === 'POST' && url === PATHS.accessEvents && status !== null && status < 300,
    );
  await expect.poll(isTold).toBe(true);
  // The audit is asked once, when its page opens.
  await page.reload();
  await expect(page.getByRole('cell', { name: /^Imprimiu/ })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('documento')).toBe(String(number));
  await expect(page.getByRole('cell', { name: /Abriu/ }).first()).toBeVisible();
  await page
    .getByRole('combobox')
    .or(page.getByRole('button', { name: /O que fez/ }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Imprimiu' }).click();
  await expect(page.getByText('1 acesso', { exact: true })).toBeVisible();
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar CSV' }).click(),
  ]);
  expect(sheet.suggestedFilename()).toMatch(/^acessos-PMVI\d+-\d{4}-\d{2}-\d{2}\.csv$/);
});
