// The browser evicts its databases while work waits in them: the next login tells it (S100).

import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { write } from '../gestures.ts';

test('after the databases were evicted, the login leads to Pendências and tells what did not reach the server', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Fila apagada', responsible: manager });
  const device = await usedDevice(PEOPLE.field);
  const { page, context } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible();
  await device.settled(made);
  await device.cut();
  await write(page.getByRole('textbox', { name: 'Sua resposta' }), 'Só neste aparelho.');
  await page.getByRole('button', { name: 'Responder', exact: true }).click();
  const noted = async () => (await context.cookies()).filter(({ name }) => name.startsWith('malote_unsent_'));
  await expect.poll(async () => (await noted()).length).toBe(1);
  expect((await noted())[0]).toMatchObject({ path: '/login', sameSite: 'Strict' });

  const cdp = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  await cdp.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'indexeddb,cache_storage,service_workers,local_storage,file_systems',
  });
  await device.restore();
  await device.goto('/login');
  await device.enter(PEOPLE.field, { to: '**/admin/outbox**' });
  const told = page.getByRole('alert').filter({ hasText: '1 envio se perdeu neste aparelho' });
  await expect(told).toContainText('faça de novo o que falta');
  await told.getByRole('button', { name: 'Já conferi' }).click();
  await expect(told).toBeHidden();
  expect(await noted()).toEqual([]);
});
