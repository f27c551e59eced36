// Behind a captive portal, whose page answers every request with 200. Every screen says the same
// about the connection.

import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';

const HEARD_MS = 30_000;

test('behind a captive portal the indicator, the home, the list and a document say the same', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Atrás do portal', responsible: manager });
  const device = await usedDevice(PEOPLE.field);
  const { page, network } = device;
  await device.settled(made);
  await expect(page.getByRole('button', { name: /Tudo enviado/ }).first()).toBeVisible({ timeout: HEARD_MS });
  await expect(page.getByText(/Atualizado às/).first()).toBeVisible();

  const leavePortal = network.add({ fault: { kind: 'portal' } });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const indicator = page.getByRole('button', { name: /A rede pede para entrar/ }).first();
  await expect(indicator).toBeVisible({ timeout: HEARD_MS });
  await expect(page.getByText(/Dados de .* — sem conexão/).first()).toBeVisible();

  await page.getByRole('link', { name: 'Ver todos' }).click();
  await page.waitForURL('**/admin/manage-documents**');
  await expect(page.getByText(/Dados de .* — sem conexão/).first()).toBeVisible();
  await page.getByText(made.title).first().click();
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible();
  await expect(page.getByText('Sem conexão: a resposta fica a lápis neste aparelho até ser registrada.')).toBeVisible();
  await expect(indicator).toBeVisible();

  leavePortal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: /Tudo enviado/ }).first()).toBeVisible({ timeout: HEARD_MS });
  await expect(page.getByText(/Sem conexão: a resposta/)).toHaveCount(0);
});

test('one damaged answer is no captive portal, and what is new comes within seconds', async ({ usedDevice, apiOf }) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const device = await usedDevice(PEOPLE.field);
  const { page, network } = device;
  await expect(page.getByRole('button', { name: /Tudo enviado/ }).first()).toBeVisible({ timeout: HEARD_MS });
  const portal = page.getByText(/A rede pede para entrar/);

  const damaged = {
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"chan',
  } as const;
  network.add({ path: /^\/api\/sync\/changes/, fault: damaged, times: 2 });
  const asked = page.waitForResponse((response) => response.url().includes('/api/sync/changes'));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await asked;
  await expect(page.getByText(/Atualizado às/).first()).toBeVisible();
  await expect(portal).toHaveCount(0);
  const made = await documentOf(author, { title: 'Depois do dano', responsible: manager });
  await device.settled(made);
  await expect(portal).toHaveCount(0);
});
