// What the worker does beside sending: a new version takes its place, and what other applications
// share goes through it.

import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { SHARE, SHARE_PARTS } from '#contract/share.ts';
import { documentOf } from './document-of.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, PEOPLE, test } from './fixtures.ts';
import { expectInk, expectPencil, messageWith, write } from './gestures.ts';
import { lookAt } from './looks.ts';
import { LAYOUTS } from './overlays.ts';
import { samplePdf } from './sample-files.ts';
import { samplePhoto } from './sample-photos.ts';

const ASKED = 'Criar um documento com o que foi compartilhado?';

test('a new version takes over by its bar while a reply waits and another is half written: nothing is lost or sent twice', async ({
  usedDevice,
  apiOf,
  server,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Poda das árvores', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible();
  await device.readyForOffline();
  await device.settled(made);

  const worker = await (await fetch(`${server.url}/sw.js`)).text();
  const headers = { 'content-type': 'text/javascript; charset=utf-8' };
  device.network.add({
    path: /^\/sw\.js/,
    fault: { kind: 'status', status: 200, headers, body: `${worker}\n// the next version` },
  });
  const updated = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await updated();
  const bar = page.getByRole('status', { name: 'Nova versão' });
  await expect(bar).toContainText('Nova versão disponível.');

  await expectClearOfWriting(page, bar);

  await device.cut();
  const editor = page.getByRole('textbox', { name: 'Sua resposta' });
  await write(editor, 'Feita ontem.');
  await page.getByRole('button', { name: 'Responder', exact: true }).click();
  await expectPencil(messageWith(page, 'Feita ontem.'));
  await write(editor, 'Falta a praça');
  await page.evaluate(() => document.body.setAttribute('data-version', 'old'));
  await bar.getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.locator('body[data-version]')).toHaveCount(0);
  await expectPencil(messageWith(page, 'Feita ontem.'));
  await expect(editor).toHaveText('Falta a praça');
  await expect(bar).toHaveCount(0);
  const waiting = await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null);
  expect(waiting).toBeNull();

  await device.restore();
  await device.settled(made);
  await expectInk(messageWith(page, 'Feita ontem.'), 10_000);
  await expect(editor).toHaveText('Falta a praça');
  const { interactions } = await manager.get<DocumentFull>(PATHS.document(made.id));
  expect(interactions.filter((one) => JSON.stringify(one).includes('Feita ontem.'))).toHaveLength(1);
  expect(JSON.stringify(interactions)).not.toContain('Falta a praça');
  const sent = device.network.passages.filter((one) => one.method === 'POST' && one.key !== null);
  expect(new Set(sent.map((one) => one.key)).size).toBe(sent.length);
});

test('shared photographs become the pages of one PDF in a new document, beside the shared documents and what was refused', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.clerk);
  const { page } = device;
  await device.readyForOffline();
  await device.settled();
  await device.cut();
  const photo = await samplePhoto('IMG_1.jpg');
  const files = [
    { name: 'IMG_1.jpg', type: 'image/jpeg', text: photo.buffer.toString('base64') },
    { name: 'IMG_2.jpg', type: 'image/jpeg', text: photo.buffer.toString('base64') },
    { name: 'planta.pdf', type: 'application/pdf', text: samplePdf('planta.pdf', 2_000).bytes.toString('base64') },
    { name: 'som.mp3', type: 'audio/mpeg', text: 'eA==' },
  ];
  await page.evaluate(
    async ({ action, field, shared }) => {
      const picked = new DataTransfer();
      for (const { name, type, text } of shared) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
        picked.items.add(new File([bytes], name, { type }));
      }
      const form = Object.assign(document.createElement('form'), {
        action,
        method: 'post',
        enctype: 'multipart/form-data',
      });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: field, multiple: true });
      input.files = picked.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { action: SHARE.action, field: SHARE_PARTS.files, shared: files },
  );
  const asked = page.getByRole('alertdialog', { name: ASKED });
  await expect(asked.getByRole('listitem')).toHaveText(['IMG_1.jpg', 'IMG_2.jpg', 'planta.pdf']);
  await lookAt(page, { name: 'held-share', seen: asked });
  await asked.getByRole('button', { name: 'Usar em um documento novo' }).click();
  const pages = page.getByRole('dialog', { name: 'Página 2 de 2' });
  await expect(pages.getByText('2 páginas viram 1 PDF ·')).toBeVisible();
  await expect(pages.getByRole('button', { name: 'Recortar' })).toHaveAttribute('aria-pressed', 'true');
  await pages.getByRole('button', { name: 'Girar' }).click();
  await pages.getByRole('button', { name: 'Anexar PDF' }).click();
  await expect(page.getByText(/^Páginas .*\.pdf$/)).toBeVisible();
  await expect(page.getByText('planta.pdf')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'som.mp3: Tipo de arquivo não aceito.' })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Páginas .*\.pdf$/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/**
 * A page of another site that posts a filled form with a file, as the system does when something is
 * shared.
 */
function postingPage(action: string, { policy, file }: { policy: string; file: string }): string {
  return `<!doctype html><meta name="referrer" content="${policy}"><form method="post" enctype="multipart/form-data" action="${action}">
    <input name="${SHARE_PARTS.title}" value="De outro site"><input type="file" name="${SHARE_PARTS.files}"></form><script>
    const picked = new DataTransfer();
    picked.items.add(new File(['%PDF-1.4 %%EOF'], '${file}', { type: 'application/pdf' }));
    document.querySelector('[type=file]').files = picked.files;
    document.querySelector('form').submit();
    </script>`;
}

test('what another site posts is refused, and where the site hides held and asked about, one at a time', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.clerk);
  const { page, network } = device;
  await device.readyForOffline();
  await device.settled();
  const post = async (policy: string, file: string) => {
    const body = postingPage(`${network.url}${SHARE.action}`, { policy, file });
    await page.route('http://outro.example/**', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('http://outro.example/', { waitUntil: 'commit' });
    await page.unroute('http://outro.example/**');
  };
  await post('origin', 'a.pdf');
  await expect(page.getByText('Este compartilhamento veio de outro site e não foi aceito.')).toBeVisible();

  await post('no-referrer', 'b.pdf');
  const asked = page.getByRole('alertdialog', { name: ASKED });
  await expect(asked).toContainText('“De outro site”');
  await post('no-referrer', 'c.pdf');
  // Nothing of them is a draft yet.
  await expect(asked.getByRole('listitem')).toHaveText(['b.pdf']);
  await asked.getByRole('button', { name: 'Descartar' }).click();
  await expect(asked.getByRole('listitem')).toHaveText(['c.pdf']);
  await expect.poll(() => asked.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  // Closing puts it off.
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await page.reload();
  await expect(asked.getByRole('listitem')).toHaveText(['c.pdf']);
  await asked.getByRole('button', { name: 'Descartar' }).click();
  await expect(asked).toHaveCount(0);
  await device.goto('/admin/outbox');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('De outro site')).toHaveCount(0);
});

/** On a phone the bar stands above the line of the reply, and is away while one is written. */
async function expectClearOfWriting(page: Page, bar: Locator): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize(LAYOUTS.phone);
  const line = page.getByRole('button', { name: 'Escreva sua resposta' });
  await expect(line).toBeVisible();
  const gap = async () => {
    const [above, below] = await Promise.all([bar.boundingBox(), line.boundingBox()]);
    return above === null || below === null ? -1 : below.y - above.y - above.height;
  };
  await expect.poll(gap).toBeGreaterThan(0);
  await line.click();
  await expect(page.getByRole('textbox', { name: 'Sua resposta' })).toBeFocused();
  await expect(bar).toBeHidden();
  await page.getByRole('button', { name: 'Recolher a resposta' }).click();
  await expect(bar).toBeVisible();
  if (size !== null) await page.setViewportSize(size);
}
