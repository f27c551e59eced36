// Small faults of the past: a search for a blank, a message for one person on the login of the
// next, a second worker.

import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { reply } from './gestures.ts';

test('a search for a blank finds nothing and says what a search needs', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.manager);
  for (const blank of ['%20', '%C2%A0', '%E2%80%8B', '%25']) {
    await device.page.goto(`${device.network.url}/admin/results/${blank}`);
    await expect(device.page.getByText('Escreva ao menos duas letras')).toBeVisible();
    await expect(device.page.getByText(/encontrado/)).toHaveCount(0);
  }
});

test('a message for the person who logs out is not shown on the login', async ({ usedDevice, apiOf }) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Último aviso', responsible: manager });
  const device = await usedDevice(PEOPLE.field);
  const { page, network } = device;
  await page.goto(`${network.url}/admin/view-document/${made.id}`);
  await reply(page, 'Vistoria feita.');
  await expect(
    page
      .getByRole('alertdialog')
      .or(page.getByRole('region', { name: 'Mensagens' }))
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  const send = page.getByRole('button', { name: /^Enviar/ });
  const enter = page.getByRole('button', { name: 'entrar', exact: true });
  await expect(send.or(enter).first()).toBeVisible();
  if (await send.isVisible()) await send.click();
  await page.waitForURL('**/login**');
  await expect(enter).toBeVisible();
  // The shortest message would last 5 s.
  await expect(page.getByRole('region', { name: 'Mensagens' })).toHaveCount(0, { timeout: 2_000 });
});

test('a page can register no second service worker', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.manager);
  const tried = await device.page.evaluate(async () => {
    const part = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
    const attempts: [string, RegistrationOptions][] = [
      ['/sw.js', { scope: '/admin/' }],
      ['/sw.js', { scope: '/login' }],
      [part, { scope: '/assets/', type: 'module' }],
    ];
    const outcomes = [];
    for (const [script, options] of attempts) {
      const answer = await navigator.serviceWorker.register(script, options).then(
        () => 'registered',
        () => 'refused',
      );
      outcomes.push(answer);
    }
    const scopes = (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname);
    return { outcomes, scopes };
  });
  expect(tried).toEqual({ outcomes: ['refused', 'refused', 'refused'], scopes: ['/'] });
});

test('a link for a new password is asked for with the human check, and the answer says that it was sent', async ({
  newDevice,
}) => {
  const device = await newDevice();
  await device.open('/recover-password');
  const { page } = device;
  const ask = page.getByRole('button', { name: 'Solicitar' });
  await expect(ask).toBeDisabled();
  await page.getByLabel('E-mail').fill(PEOPLE.clerk);
  await page.locator('altcha-widget label').first().click();
  await expect(ask).toBeEnabled();
  await ask.click();
  await expect(page.getByText('Um email contendo o link de recuperação de senha foi enviado')).toBeVisible();
});
