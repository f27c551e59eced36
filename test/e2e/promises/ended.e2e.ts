// A session that ended without "Sair": the browser was closed without "Ficar logado", or the server
// answers 401 on a shared tablet. Nothing of the person is shown, not for a moment, nor stored in
// the open, and their work waits for them (S95, S171).

import type { Page } from '@playwright/test';
import { documentOf } from '../document-of.ts';
import type { Device } from '../device.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { expectInk, messageWith, reply } from '../gestures.ts';
import { lookAt } from '../looks.ts';
import { shareDevice } from '../share-device.ts';
import { foundIn, keptBy } from '../stored-by.ts';

const SETTLE_MS = 60_000;

/** Notes, from the first moment of each page on, which of these words it ever had. */
async function watchWords(page: Page, words: readonly string[]): Promise<void> {
  await page.addInitScript((asked) => {
    const seen = new Set<string>();
    Object.assign(globalThis, { wordsSeen: seen });
    const look = () => {
      for (const word of asked) if (document.documentElement?.textContent.includes(word)) seen.add(word);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  }, words);
}

const wordsSeen = (page: Page) =>
  page.evaluate(() => [...(globalThis as unknown as { wordsSeen: Set<string> }).wordsSeen]);

/**
 * Is logged in without "Ficar logado", with a document open and a reply that waits; then the
 * browser is closed.
 */
async function leaveWorkAndClose(device: Device, made: { id: number }, text: string): Promise<void> {
  await device.readyForOffline();
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(device.page.getByRole('textbox', { name: 'Sua resposta' })).toBeVisible({ timeout: SETTLE_MS });
  await device.settled(made);
  await device.goto('/admin/manage-documents');
  await device.settled(made);
  await device.cut();
  await device.goto(`/admin/view-document/${made.id}`);
  await reply(device.page, text);
  await device.close();
}

test('a browser that was closed without "Ficar logado" opens nothing, and its work waits for its author', async ({
  newDevice,
  apiOf,
}) => {
  const [field, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(manager, { title: 'Sem ficar logado', responsible: field });
  const device = await newDevice();
  await device.open('/login');
  await device.logIn(PEOPLE.field);
  await leaveWorkAndClose(device, made, 'Feito sem rede.');

  const markers = [made.title, field.user.name, 'Feito sem rede.'];
  const page = await device.open('/admin/manage-documents', {
    offline: true,
    prepare: (opened) => watchWords(opened, markers),
  });
  await page.waitForURL('**/login**');
  const said = page.getByText('O navegador foi fechado sem “Ficar logado neste aparelho”');
  await lookAt(page, { name: 'login-closed', seen: said });
  expect(await wordsSeen(page)).toEqual([]);
  await expect(page.getByText(/Continuar sem internet como/)).toHaveCount(0);
  expect(foundIn(await keptBy(page), [made.title, 'Feito sem rede.', field.user.email])).toEqual([]);

  await device.restore();
  await device.enter(PEOPLE.field, { to: '**/admin/manage-documents**' });
  await device.goto(`/admin/view-document/${made.id}`);
  await expectInk(messageWith(page, 'Feito sem rede.'), SETTLE_MS);
  // A reload and a second tab are no closing.
  await page.reload();
  await expect(messageWith(page, 'Feito sem rede.')).toBeVisible();
  const other = await device.context.newPage();
  await other.goto(`${device.network.url}/admin/view-document/${made.id}`);
  await expect(messageWith(other, 'Feito sem rede.')).toBeVisible();
});

test('on a shared tablet nobody reads or writes as somebody whose browser was closed or whose session ended', async ({
  newDevice,
  apiOf,
}) => {
  const [clerk, manager] = [await apiOf(PEOPLE.clerk), await apiOf(PEOPLE.manager)];
  const made = await documentOf(manager, { title: 'No balcão', responsible: clerk });
  const device = await newDevice();
  await shareDevice(device);
  await device.logIn(PEOPLE.clerk);
  await leaveWorkAndClose(device, made, 'Antes de fechar.');

  await device.network.setDown(false);
  const markers = [made.title, 'Antes de fechar.'];
  const page = await device.open('/admin/home', { prepare: (opened) => watchWords(opened, markers) });
  await expect(page.getByText('1 item guardado neste tablet, à espera de quem o fez')).toBeVisible();
  const begin = page.getByRole('button', { name: 'Toque para começar' });
  await expect(begin).toBeVisible();
  expect(await wordsSeen(page)).toEqual([]);
  expect(foundIn(await keptBy(page), [...markers, clerk.user.email])).toEqual([]);

  await begin.click();
  await device.logIn(PEOPLE.clerk);
  await device.goto(`/admin/view-document/${made.id}`);
  await expectInk(messageWith(page, 'Antes de fechar.'), SETTLE_MS);

  // The server ends the session while a reply waits: the first answer that says so is a leaving.
  await device.settled(made);
  await device.cut();
  await reply(page, 'Depois do fim.');
  await device.context.clearCookies({ name: /session/ });
  await device.restore();
  await expect(begin).toBeVisible({ timeout: SETTLE_MS });
  await expect(page.getByText('1 item guardado neste tablet, à espera de quem o fez')).toBeVisible();
  expect(foundIn(await keptBy(page), [made.title, 'Depois do fim.'])).toEqual([]);
});
