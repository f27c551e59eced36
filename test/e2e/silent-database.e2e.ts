// Another window holds the mirror in a transaction that never ends. The application says so instead of showing an empty
// page, and continues when the person tries again.

import { expect, PEOPLE, test } from './fixtures.ts';

const PATIENCE_MS = 30_000;
/** How long the other window holds the mirror between two of its own requests, in ms. */
const HELD_MS = 400;

test('a screen says that the mirror does not answer and offers to try again', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.manager, { remember: true });
  const { page, context, network } = device;
  const other = await context.newPage();
  network.add({ path: /^\/held/, fault: { kind: 'delay', ms: HELD_MS } });
  // A page of this origin that does not run the application.
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
          // The transaction stays open while its handler runs: the handler waits without using the processor.
          const waiting = new XMLHttpRequest();
          waiting.open('GET', '/held', false);
          waiting.send();
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
