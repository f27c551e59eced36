// Another window holds the mirror in a transaction that never ends. The application says so instead
// of showing an empty page, and continues when the person tries again.

import { expect, PEOPLE, test } from './fixtures.ts';
import { holdMirror } from './hold-mirror.ts';

/** Longer than a page waits for its database. */
const PATIENCE_MS = 30_000;

test('a screen says that the mirror does not answer and offers to try again', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.manager, { remember: true });
  const { page } = device;
  const other = await holdMirror(device, 'documents');

  // Minutes of the page pass in a moment, second by second, so that no time seems to be missing.
  await page.clock.install();
  await page.reload();
  const said = page.getByRole('alert').filter({ hasText: 'O Malote não abriu' });
  const seeItSaid = () =>
    expect(async () => {
      await page.clock.runFor(1000);
      expect(await said.isVisible()).toBe(true);
    }).toPass({ timeout: PATIENCE_MS, intervals: [50] });
  await seeItSaid();
  await expect(said).toContainText('Nada foi perdido');
  await expect(said).toContainText('Feche as outras janelas');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(said).toBeHidden();
  await seeItSaid();

  await other.close();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Suas atualizações')).toBeVisible({ timeout: PATIENCE_MS });
});
