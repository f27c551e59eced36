// The databases of a person are emptied under an open page (S172): by the browser's own cleaning,
// or by one deletion from another tab. The page never says that everything was sent, keeps the note
// of what waited, says what was lost, and starts anew at the login.

import type { Page } from '@playwright/test';
import type { Device } from '../device.ts';
import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { expectInk, messageWith, reply } from '../gestures.ts';
import { lookAt } from '../looks.ts';

const SETTLE_MS = 60_000;

/** Each empties the storage of the device's address in another way, while its page stays open. */
const WAYS: readonly (readonly [string, (device: Device) => Promise<void>])[] = [
  [
    'the browser clears all data of the site',
    async ({ page, context }) => {
      const cdp = await context.newCDPSession(page);
      const { origin } = new URL(page.url());
      await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    },
  ],
  [
    'another tab deletes the database',
    async ({ context, network }) => {
      const other = await context.newPage();
      await other.goto(`${network.url}/favicon.svg`);
      await other.evaluate(async () => {
        const names = (await indexedDB.databases()).flatMap(({ name }) =>
          /^malote-\d+$/.test(name ?? '') ? [name] : [],
        );
        await Promise.all(
          names.map(
            (name) =>
              new Promise((resolve, reject) => {
                const deleting = indexedDB.deleteDatabase(name ?? '');
                deleting.addEventListener('success', resolve);
                deleting.addEventListener('error', () => reject(new Error('not deleted')));
              }),
          ),
        );
      });
      await other.close();
    },
  ],
];

/**
 * Resolves once the page has read what it stored before the call. A writing transaction waits for
 * the reads that were begun before it, and the page reads its unsent work in a few transactions,
 * one after the other.
 */
function readsOver(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { name = '' } = (await indexedDB.databases()).find((one) => /^malote-\d+$/.test(one.name ?? '')) ?? {};
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const database = opening.result;
    const stores = [...database.objectStoreNames];
    for (let turn = 0; turn < 5; turn++) {
      const writing = database.transaction(stores, 'readwrite');
      writing.objectStore('commands').count();
      await new Promise((resolve) => {
        writing.oncomplete = resolve;
      });
    }
    database.close();
  });
}

for (const [how, empty] of WAYS) {
  test(`after ${how}, the open page says so and what was lost, and pulls again after the login`, async ({
    usedDevice,
    apiOf,
  }) => {
    const [field, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
    const made = await documentOf(manager, { title: 'Apagado com a página aberta', responsible: field });
    const device = await usedDevice(PEOPLE.field, { remember: true });
    const { page, context, network } = device;
    await device.goto(`/admin/view-document/${made.id}`);
    await device.settled(made);
    // The server is away, and the browser does not know: a page that asks it gets no answer.
    await network.setDown(true);
    await reply(page, 'Só estava aqui.');
    const noted = async () => {
      const all = await context.cookies(`${network.url}/login`);
      return all.filter(({ name }) => name.startsWith('malote_unsent_')).map(({ value }) => value.split('.')[1]);
    };
    await expect.poll(noted).toEqual(['1']);
    // The page tells later what it has read until then.
    await readsOver(page);
    await page.evaluate(() => {
      const said = { everythingSent: false };
      Object.assign(globalThis, { said });
      new MutationObserver(() => {
        if (document.body.textContent.includes('Tudo enviado')) said.everythingSent = true;
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await empty(device);

    const told = page.getByRole('alertdialog', { name: 'Os dados do Malote neste aparelho foram apagados' });
    await expect(told).toContainText('1 resposta não enviada', { timeout: SETTLE_MS });
    expect(await noted()).toEqual(['1']);
    const said = await page.evaluate(() => (globalThis as unknown as { said: { everythingSent: boolean } }).said);
    expect(said.everythingSent).toBe(false);
    if (how.includes('browser')) await lookAt(page, { name: 'emptied', seen: told });

    await network.setDown(false);
    await told.getByRole('button', { name: 'Entrar de novo' }).click();
    await device.enter(PEOPLE.field, { remember: true, to: '**/admin/outbox**' });
    await expect(page.getByRole('alert').filter({ hasText: '1 envio se perdeu neste aparelho' })).toBeVisible();
    await device.goto(`/admin/view-document/${made.id}`);
    await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible({ timeout: SETTLE_MS });
    await reply(page, 'Escrito de novo.');
    await expectInk(messageWith(page, 'Escrito de novo.'), SETTLE_MS);
  });
}
