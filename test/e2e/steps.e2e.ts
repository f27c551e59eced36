// How many presses two ways of a shared day take. What is typed is not counted.

import { DEMO_PASSWORD } from './api-client.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { countedMouse, reply } from './gestures.ts';
import { documentOf } from './document-of.ts';
import { shareDevice } from './share-device.ts';

test('the next person of a tablet is in with four presses', async ({ newDevice }) => {
  const device = await newDevice();
  await shareDevice(device);
  const { page } = device;
  await device.logIn(PEOPLE.clerk);
  await page.getByRole('button', { name: 'Sair', exact: true }).first().click();
  const start = page.getByRole('button', { name: 'Toque para começar' });
  await expect(start).toBeVisible();
  const { press, presses } = countedMouse();
  await press(start);
  await press(page.getByLabel('E-mail'));
  await page.keyboard.type(PEOPLE.manager);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_PASSWORD);
  await press(page.locator('altcha-widget label').first());
  const enter = page.getByRole('button', { name: 'entrar', exact: true });
  await expect(enter).toBeEnabled();
  await press(enter);
  await expect(page.getByText('Suas atualizações')).toBeVisible();
  expect(presses()).toBeLessThanOrEqual(4);
});

test('leaving with unsent work takes two presses, and the work is kept', async ({ usedDevice, apiOf }) => {
  const manager = await apiOf(PEOPLE.manager);
  const made = await documentOf(await apiOf(PEOPLE.field), { title: 'Sair em dois', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible();
  await device.settled(made);
  await device.cut();
  await reply(page, 'Fica para depois.');
  const { press, presses } = countedMouse();
  await press(page.getByRole('button', { name: 'Sair', exact: true }).first());
  await press(page.getByRole('button', { name: /^Sair e guardar/ }));
  await page.waitForURL('**/login**');
  expect(presses()).toBe(2);
});
