// Another window holds the mirror and never lets go: the application says so instead of showing nothing, and goes on when
// the person tries again.

import { expect, PEOPLE, test } from './fixtures.ts';

const PATIENCE_MS = 30_000;

test('a mirror that does not answer is told, with a way on', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.manager, { remember: true });
  const { page, context, network } = device;
  const other = await context.newPage();
  // A page of this origin that is none of the application's.
  await other.goto(`${network.url}/health`);
  await other.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (/^malote-\d+$/.test(name ?? '') ? [name] : []));
    const opening = indexedDB.open(names[0] ?? '');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const store = opening.result.transaction('documents', 'readwrite').objectStore('documents');
    await new Promise<void>((held) => {
      const again = (): void => {
        store.count().addEventListener('success', () => {
          held();
          again();
        });
      };
      again();
    });
  });

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
