// A cleaner empties the caches of an installed application whose queue waits.

import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { expectPencil, messageWith, reply } from './gestures.ts';

test('an application whose files were cleaned away is whole again after a start with network, and opens without one', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Poda das árvores', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.readyForOffline();
  await device.goto('/admin/device');
  await expect(page.getByText('O aplicativo inteiro está neste aparelho.')).toBeVisible();
  await device.goto(`/admin/view-document/${made.id}`);
  await device.settled(made);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await device.goto('/admin/device');
  await expect(page.getByText('O aplicativo inteiro está neste aparelho.')).toBeVisible({ timeout: 30_000 });
  await device.cut();
  await device.goto(`/admin/view-document/${made.id}`);
  await reply(page, 'Feita ontem.');
  await expectPencil(messageWith(page, 'Feita ontem.'));
});
