// The photographs of a PDF stay on the device until it is registered, so that its author can go
// back to its pages (S187).

import type { Page } from '@playwright/test';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { expectPencil, messageWith } from './gestures.ts';
import { cornerOf, replyPdf } from './reply-pdf.ts';
import { samplePhoto } from './sample-photos.ts';

/** How many photographs the mirror of the person has, and whether each has its bytes. */
function keptPhotographs(page: Page): Promise<{ count: number; areWhole: boolean; chunks: number }> {
  return page.evaluate(async () => {
    const answerOf = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no answer'));
      });
    const names = (await indexedDB.databases()).flatMap(({ name }) => (/^malote-\d+$/.test(name ?? '') ? [name] : []));
    const database = await answerOf(indexedDB.open(names[0] ?? ''));
    const reading = database.transaction(['files', 'chunks']);
    const files: { id: string; name: string }[] = await answerOf(reading.objectStore('files').getAll());
    const owned: { fileId: string }[] = await answerOf(reading.objectStore('chunks').getAll());
    database.close();
    const pictures = files.filter((file) => file.name === 'pagina.jpg');
    const known = new Set(files.map((file) => file.id));
    const areWhole = pictures.every(({ id }) => owned.some(({ fileId }) => fileId === id));
    return { count: pictures.length, areWhole, chunks: owned.filter(({ fileId }) => !known.has(fileId)).length };
  });
}

test('a PDF becomes pages again, and the one that is made of them arrives once, without its photographs', async ({
  usedDevice,
  apiOf,
  server,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Ofício em duas folhas', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await device.settled(made);
  await device.cut();
  const editor = page.getByRole('textbox', { name: 'Sua resposta' });
  await editor.click();
  await page.keyboard.insertText('Segue uma folha.');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Anexar arquivos' }).click();
  await (await chooser).setFiles([await samplePhoto('a.jpg'), await samplePhoto('b.jpg')]);
  const dialog = page.getByRole('dialog', { name: /^Página \d de \d$/ });
  await expect(dialog.getByText('2 páginas viram 1 PDF ·')).toBeVisible();
  await dialog.getByRole('button', { name: 'Anexar PDF' }).click();
  const pdf = page.getByText(/^Páginas .*\.pdf$/);
  const back = page.getByRole('button', { name: /^Voltar às páginas de Páginas/ });
  await expect(pdf).toBeVisible();
  await expect(back).toBeVisible();
  expect(await keptPhotographs(page)).toEqual({ count: 2, areWhole: true, chunks: 0 });

  await test.step('back to the pages, after a reload too', async () => {
    await page.reload();
    await back.click();
    await expect(page.getByRole('dialog', { name: 'Página 1 de 2' })).toBeVisible();
    await expect(pdf).toHaveCount(0);
  });

  await test.step('one is made whole again, the other is taken away, and there is another PDF', async () => {
    await dialog.getByRole('button', { name: 'recortada Desfazer o recorte da página 2' }).click();
    await dialog.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Apagar' }).click();
    await expect(dialog.getByText('1 página vira 1 PDF ·')).toBeVisible();
    await dialog.getByRole('button', { name: 'Anexar PDF' }).click();
    await expect(back).toBeVisible();
    expect(await keptPhotographs(page)).toEqual({ count: 1, areWhole: true, chunks: 0 });
  });

  await page.getByRole('button', { name: 'Responder', exact: true }).click();
  await expectPencil(messageWith(page, 'Segue uma folha.'));
  expect(await keptPhotographs(page)).toEqual({ count: 1, areWhole: true, chunks: 0 });

  await device.restore();
  await device.settled(made);
  const arrived = await replyPdf({ api: manager, url: server.url }, made.id);
  expect([arrived.count, arrived.document.getPageCount()]).toEqual([1, 1]);
  const [only] = arrived.document.getPages();
  const [red = 255] = only === undefined ? [] : await cornerOf(only);
  expect(red, 'the table is on the page that was made whole').toBeLessThan(90);
  expect(await keptPhotographs(page)).toEqual({ count: 0, areWhole: true, chunks: 0 });
});
