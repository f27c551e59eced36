// The reply box on a slow device, in a real browser. One press makes one reply, letters typed after
// the press never go into the editor that is being sent, and a pasted text is saved before anything
// else can happen.

import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import type { Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import type { Device } from './device.ts';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { messageWith, write } from './gestures.ts';

const SLOWER = 6;

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Sua resposta' });

async function openDocument(device: Device, { id, title }: { id: number; title: string }): Promise<Page> {
  await device.goto(`/admin/view-document/${id}`);
  await expect(device.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(editorOf(device.page)).toBeVisible();
  return device.page;
}

/** Makes the page compute `rate` times slower, as a cheap phone does. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** The drafts of the person's mirror, as JSON. */
function savedDrafts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answerOf = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no answer'));
      });
    const names = (await indexedDB.databases()).flatMap(({ name }) => (/^malote-\d+$/.test(name ?? '') ? [name] : []));
    const database = await answerOf(indexedDB.open(names[0] ?? ''));
    const rows = await answerOf(database.transaction('drafts').objectStore('drafts').getAll());
    database.close();
    return JSON.stringify(rows);
  });
}

async function documentFor(apiOf: (email: string) => Promise<ApiClient>, title: string): Promise<DocumentFull> {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  return documentOf(author, { title, responsible: manager });
}

test('one press on Responder makes one reply, and letters typed after it stand in the next reply', async ({
  usedDevice,
  apiOf,
}) => {
  const made = await documentFor(apiOf, 'Poste apagado');
  const device = await usedDevice(PEOPLE.field);
  const page = await openDocument(device, made);
  const send = page.getByRole('button', { name: 'Responder', exact: true });

  await test.step('three presses in one task make one reply', async () => {
    await write(editorOf(page), 'Equipe enviada.');
    await expect(send).toBeEnabled();
    await send.evaluate((button: HTMLElement) => {
      for (let press = 0; press < 3; press += 1) button.click();
    });
    await expect(messageWith(page, 'Equipe enviada.')).toHaveCount(1);
    await expect(editorOf(page)).toContainText('Escreva sua resposta');
  });

  await test.step('a box that is being sent takes nothing', async () => {
    await write(editorOf(page), 'Vistoria marcada.');
    await expect(send).toBeEnabled();
    const taken = await send.evaluate(async (button: HTMLElement) => {
      const box = button.closest('section');
      button.click();
      await Promise.resolve();
      return { isInert: box?.inert, isThere: box?.isConnected };
    });
    expect(taken).toEqual({ isInert: true, isThere: true });
    await expect(messageWith(page, 'Vistoria marcada.')).toHaveCount(1);
    await expect(page.getByRole('listitem').filter({ hasText: 'Vistoria marcada.' })).toBeFocused();
  });

  await test.step('the new message has the focus, and letters pressed there are written in the next editor', async () => {
    // A message that has been sent gets its receipt, which moves the button below it. Between a
    // slow press and its release that takes the press away.
    await device.settled(made);
    await write(editorOf(page), 'Troca pedida.');
    await slowDown(page, SLOWER);
    await send.click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Troca pedida.' })).toBeFocused();
    await page.keyboard.type('Segue o protocolo.');
    await slowDown(page, 1);
    await expect(messageWith(page, 'Troca pedida.')).toHaveCount(1);
    await expect(editorOf(page)).toHaveText('Segue o protocolo.');
    await expect(page.getByText('Rascunho salvo')).toBeVisible();
    // "Rascunho salvo" has been on the screen since an earlier letter. Only the database tells when
    // the last one is saved.
    await expect.poll(() => savedDrafts(page), { timeout: 15_000 }).toContain('Segue o protocolo.');
    await page.reload();
    await expect(editorOf(page)).toHaveText('Segue o protocolo.');
  });

  await device.settled(made);
  await expect(page.getByRole('article').getByRole('button', { name: 'Descartar' })).toHaveCount(0);
  const author = await apiOf(PEOPLE.field);
  const { interactions } = await author.get<DocumentFull>(PATHS.document(made.id));
  expect(interactions.map((one) => one.content)).toEqual([
    '<p>Equipe enviada.</p>',
    '<p>Vistoria marcada.</p>',
    '<p>Troca pedida.</p>',
  ]);
});

test('a text pasted into the reply box right before the browser is killed is kept whole', async ({
  usedDevice,
  apiOf,
}) => {
  const made = await documentFor(apiOf, 'Terreno baldio');
  const device = await usedDevice(PEOPLE.field, { remember: true });
  await openDocument(device, made);
  await device.writeCookies();
  await device.goto(`/admin/view-document/${made.id}`);
  await editorOf(device.page).click();
  const pasted = 'Auto de infração lavrado. '.repeat(40).trim();
  await editorOf(device.page).evaluate((editor, text) => {
    // No timer ever fires on this page: a text that is not saved at once is not saved at all.
    Object.assign(window, { setTimeout: () => 0 });
    const data = new DataTransfer();
    data.setData('text/plain', text);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, pasted);
  await expect(device.page.getByText('Rascunho salvo')).toBeVisible();
  await device.kill();
  await device.open(`/admin/view-document/${made.id}`, { offline: true });
  await expect(editorOf(device.page)).toHaveText(pasted);
});
