// Another window holds the mirror in a transaction that never ends. The application says so instead
// of showing an empty page, and continues when the person tries again.

import { expect, PEOPLE, test } from './fixtures.ts';
import { holdMirror } from './hold-mirror.ts';

const PATIENCE_MS = 30_000;

test('a screen says that the mirror does not answer and offers to try again', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.manager, { remember: true });
  const { page } = device;
  const other = await holdMirror(device, 'documents');

  await page.reload();
  const said = page.getByRole('alert').filter({ hasText: 'O Malote não abriu' });
  await expect(said).toBeVisible({ timeout: PATIENCE_MS });
  await expect(said).toContainText('Nada foi perdido');
  await expect(said).toContainText('Feche as outras janelas');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(said).toBeHidden();
  await expect(said).toBeVisible({ timeout: PATIENCE_MS });

  await other.close();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Suas atualizações')).toBeVisible({ timeout: PATIENCE_MS });
});
