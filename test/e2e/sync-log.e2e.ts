// "Diário das conversas com o servidor": a person who looks for a fault switches it on, and it goes
// on in page and worker.

import { expect, PEOPLE, test } from './fixtures.ts';

test('what sync does is noted from when a person wants it, and stands in the record for the support', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.manager, { remember: true });
  const { page } = device;
  await device.goto('/admin/device');
  const log = page.getByRole('region', { name: 'Diário das conversas com o servidor' });
  await expect(log.getByText('Recebimento: tudo recebido')).toHaveCount(0);
  await log.getByText('Anotar as conversas').click();
  await expect(log.getByText('Nada anotado ainda').or(log.getByText('Recebimento: ')).first()).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(log.getByText('Recebimento: tudo recebido').first()).toBeVisible();
  await page.getByRole('button', { name: 'Ler antes' }).click();
  await expect(page.getByRole('dialog')).toContainText('"result": "pulled"');
});
