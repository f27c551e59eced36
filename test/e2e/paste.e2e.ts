// What is pasted by Ctrl+V is what is sent and what is read. The clipboard is the browser's own.

import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { copy, word } from './clipboard.ts';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { messageWith } from './gestures.ts';
import { samplePdf } from './sample-files.ts';

const CLIPBOARDS: readonly (readonly [data: Readonly<Record<string, string>>, sent: string])[] = [
  [
    {
      'text/html': `<html><body><!--StartFragment-->${word('Art. 1º', 'Fica criada.')}${word('§ 2º', 'Vigora hoje.')}<!--EndFragment--></body></html>`,
    },
    '<p>Art. 1º Fica criada.</p><p>§ 2º Vigora hoje.</p>',
  ],
  [{ 'text/html': '<ol start="7"><li>sete</li><li>oito</li></ol>' }, '<p>7. sete</p><p>8. oito</p>'],
  [
    {
      'text/html':
        '<span style="white-space:pre-wrap">Bom dia\nRua 10<sup>3</sup> <img class="emoji" alt="🚧" src="data:,"></span>',
    },
    '<p>Bom dia<br>Rua 10³ 🚧</p>',
  ],
  [
    {
      'application/x-slate-fragment': btoa(
        encodeURIComponent(JSON.stringify([{ type: 'quadro', children: [{ text: 'palavras' }] }])),
      ),
    },
    '<p>palavras</p>',
  ],
  [{ 'text/html': '<ol><li>um</li><li>dois</li></ol>' }, '<ol><li>um</li><li>dois</li></ol>'],
];

test('what is pasted is sent and read as it was shown', async ({ usedDevice, apiOf }) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Portaria colada', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  const editor = page.getByRole('textbox', { name: 'Sua resposta' });
  await editor.click();
  await expect(editor).toBeFocused();
  await page.keyboard.type('Segue:');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('abaixo');
  for (const [data] of CLIPBOARDS) {
    await page.keyboard.press('Enter');
    await copy(page, data);
    await page.keyboard.press('Control+v');
  }
  const sent = `<p>Segue:<br>abaixo</p>${CLIPBOARDS.map(([, html]) => html).join('')}`;
  await expect(editor).toContainText('dois');
  const shown = await editor.innerText();
  await page.getByRole('button', { name: 'Responder', exact: true }).click();
  const message = messageWith(page, 'Art. 1º Fica criada.');
  await expect(message.getByRole('listitem')).toHaveText(['um', 'dois']);
  await device.settled(made);
  const full = await manager.get<DocumentFull>(PATHS.document(made.id));
  expect(full.interactions.at(-1)?.content?.replaceAll('&nbsp;', '\u00a0')).toBe(sent);
  const read = await message.innerText();
  for (const line of shown.split('\n').filter((one) => one.trim() !== '')) expect(read).toContain(line.trim());
});

test('a screenshot becomes a page, and pictures within words are told', async ({ usedDevice, apiOf }) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Foto colada', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  const editor = page.getByRole('textbox', { name: 'Sua resposta' });
  await editor.click();
  await copy(page, { 'text/html': '<p>Assinado:</p><p><img width=200 src="file:///C:/x.png"></p>' });
  await page.keyboard.press('Control+v');
  await expect(editor).toContainText('Assinado:');
  await expect(page.getByText('As imagens não entram no texto. Salve-as e anexe-as como arquivos.')).toBeVisible();

  await device.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: device.network.url });
  const screenshot = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#f4f1e6' } })
    .png()
    .toBuffer();
  await page.evaluate(
    async (bytes) => {
      const picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    },
    [...screenshot],
  );
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('dialog', { name: 'Página 1 de 1' })).toBeVisible();
});

test('a file that is dropped on the text is attached, in both editors', async ({ usedDevice }, info) => {
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto('/admin/create-documents');
  const devtools = await page.context().newCDPSession(page);
  const drop = async (name: string) => {
    const { bytes } = samplePdf(name, 2_000);
    const file = info.outputPath(name);
    await writeFile(file, bytes);
    const text = page.getByRole('textbox', { name: 'Texto', exact: true });
    await text.scrollIntoViewIfNeeded();
    const box = await text.boundingBox();
    if (box === null) throw new Error('the text is not drawn');
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
    await expect(page.getByText(name).first()).toBeVisible();
    await expect(text).not.toContainText(name);
  };
  await drop('primeiro.pdf');
  await page.getByRole('button', { name: 'Editor simples' }).click();
  await drop('segundo.pdf');
});
