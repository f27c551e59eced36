// The browser evicts its databases while work waits in them: the next login tells it, with the note
// that a script wrote (S100) and without it (S118).

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
  const counted = async () => (await noted()).map(({ value }) => value.split('.')[1]);
  await expect.poll(counted).toEqual(['1']);
  expect((await noted())[0]).toMatchObject({ path: '/login', sameSite: 'Strict' });

  const cdp = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  const evict = async () => {
    await page.goto('about:blank');
    await cdp.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'indexeddb,cache_storage,service_workers,local_storage,file_systems',
    });
  };
  await evict();
  await device.restore();
  // As the installed application starts.
  await device.goto('/admin/home');
  await page.waitForURL('**/login**');
  await device.enter(PEOPLE.field, { to: '**/admin/outbox**' });
  const told = page.getByRole('alert').filter({ hasText: '1 envio se perdeu neste aparelho' });
  await expect(told).toContainText('faça de novo o que falta');
  await told.getByRole('button', { name: 'Já conferi' }).click();
  await expect(told).toBeHidden();
  // The note says that nothing waits: an eviction now would tell nothing. Safari deletes the note,
  // too, because a script wrote it.
  await expect.poll(counted).toEqual(['0']);
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'malote_device'))
    .toMatchObject({
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    });
  // A browser purges the storage of sites that were not used for long.
  await device.settled();
  await device.cut();
  await evict();
  await context.clearCookies({ name: /^malote_unsent_/ });
  await device.restore();
  await device.goto('/login');
  await device.enter(PEOPLE.field, { to: '**/admin/outbox**' });
  const mayBe = page.getByRole('alert').filter({ hasText: 'pode ter se perdido' });
  await expect(mayBe).toContainText('Este aparelho já guardou trabalho seu');
  await mayBe.getByRole('button', { name: 'Já conferi' }).click();
  await expect(mayBe).toBeHidden();
});
