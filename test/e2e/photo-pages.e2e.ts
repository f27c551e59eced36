// Photographs become the pages of a PDF on the device, without network, and the PDF is sent later
// (rule C9).

import type { PDFPage } from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';
import { documentOf } from './document-of.ts';
import { fingerOn } from './finger.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { expectPencil, messageWith } from './gestures.ts';
import { lookAt } from './looks.ts';
import { cornerOf, pictureOn, replyPdf } from './reply-pdf.ts';
import { letterheadPhoto, samplePhoto, SECRET } from './sample-photos.ts';

// The browser without windows has no camera.
test.use({ isWholeBrowser: true });

/** The pages of a picture, as wide and high as they are shown in the dialog. */
function shownShape(dialog: Locator): Promise<number> {
  return dialog
    .getByRole('img', { name: /^Página/ })
    .evaluate((canvas) => (canvas as HTMLCanvasElement).width / (canvas as HTMLCanvasElement).height);
}

async function photograph(page: Page, { press, name }: { press: () => Promise<void>; name: string }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press();
  await (await chooser).setFiles(await samplePhoto(name));
}

test('a reply with a photograph takes five presses on a phone without network', async ({
  usedDevice,
  apiOf,
  server,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Vistoria da encosta', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  const tap = await fingerOn(page);
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible();
  await device.settled(made);
  await device.cut();

  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await tap(target);
  };
  await press(page.getByRole('button', { name: 'Anexar arquivos' }));
  const ways = page.getByRole('dialog', { name: 'Anexar' });
  await photograph(page, { press: () => press(ways.getByRole('button', { name: 'Tirar foto' })), name: 'IMG_1.jpg' });
  const pages = page.getByRole('dialog', { name: 'Página 1 de 1' });
  await expect(pages.getByText(/^1 página vira 1 PDF · \d/)).toBeVisible();
  await expect(pages.getByText(/^fotos: \d/)).toBeVisible();
  await press(pages.getByRole('button', { name: 'Anexar PDF' }));
  await expect(page.getByText(/^Páginas .*\.pdf$/)).toBeVisible();
  const editor = page.getByRole('textbox', { name: 'Sua resposta' });
  await press(editor);
  await expect(editor).toBeFocused();
  await page.keyboard.insertText('Segue a foto.');
  await press(page.getByRole('button', { name: 'Responder', exact: true }));
  await expectPencil(messageWith(page, 'Segue a foto.'));
  expect(presses).toBeLessThanOrEqual(5);

  await device.restore();
  await device.settled(made);
  const pdf = await replyPdf({ api: manager, url: server.url }, made.id);
  const [only] = pdf.document.getPages();
  expect(pdf.document.getPageCount()).toBe(1);
  // The camera held upright wrote the picture lying on its side: the page stands, and is the sheet
  // without the table.
  const { width, height } = only?.getSize() ?? { width: 0, height: 0 };
  expect(Math.round(height)).toBe(842);
  expect(width / height).toBeGreaterThan(0.72);
  expect(width / height).toBeLessThan(0.8);
  expect(pdf.bytes.includes(SECRET)).toBe(false);
  expect(pdf.bytes.includes('Exif')).toBe(false);
  expect(pdf.bytes.byteLength).toBeLessThan(400_000);
});

test('pages are cropped, turned, ordered and kept through a reload, and the PDF on the server has them so', async ({
  newDevice,
  apiOf,
  server,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Croquis da obra', responsible: manager });
  const device = await newDevice();
  await device.open('/login');
  await device.logIn(PEOPLE.manager);
  await device.readyForOffline();
  const { page } = device;
  await device.context.grantPermissions(['camera'], { origin: device.network.url });
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible();
  await device.settled(made);
  await device.cut();

  const editor = page.getByRole('textbox', { name: 'Sua resposta' });
  await editor.click();
  await page.keyboard.insertText('Seguem os croquis.');
  await test.step('photographs whose pages are closed at once are kept and hold the reply', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Anexar arquivos' }).click();
    await (await chooser).setFiles(await Promise.all(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => samplePhoto(name))));
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
    await expect(page.getByText('3 páginas fotografadas')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Responder', exact: true })).toBeDisabled();
    await page.getByText('3 páginas fotografadas').click();
    for (const left of [3, 2, 1]) {
      const one = page.getByRole('dialog', { name: new RegExp(`^Página \\d de ${left}$`) });
      await one.getByRole('button', { name: 'Apagar' }).click();
    }
    await expect(page.getByText('páginas fotografadas')).toHaveCount(0);
  });
  await photograph(page, {
    press: () => page.getByRole('button', { name: 'Anexar arquivos' }).click(),
    name: 'croqui.jpg',
  });
  const dialog = page.getByRole('dialog', { name: /^Página \d de \d$/ });
  await expect(dialog.getByRole('button', { name: 'Recortar' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => shownShape(dialog)).toBeCloseTo(0.75, 1);
  await lookAt(page, { name: 'pages', seen: dialog });
  const corner = dialog.getByRole('button', { name: /^Canto de cima à esquerda/ });
  const before = await corner.getAttribute('aria-label');
  await corner.press('Shift+ArrowRight');
  await expect(corner).not.toHaveAttribute('aria-label', before ?? '');
  await dialog.getByRole('button', { name: 'Girar' }).click();
  await expect.poll(() => shownShape(dialog)).toBeCloseTo(1.33, 1);
  await dialog.getByRole('button', { name: 'Girar' }).click();
  await expect.poll(() => shownShape(dialog)).toBeCloseTo(0.75, 1);
  await dialog.getByRole('button', { name: 'Preto e branco' }).click();
  await expect(dialog.getByRole('button', { name: 'Preto e branco' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: 'Fechar' }).click();

  await test.step('the camera of the computer adds a page, after a reload too', async () => {
    await expect(page.getByText('1 página fotografada')).toBeVisible();
    await expect(page.getByText('Falta: anexar as páginas')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Fotografar ou escolher fotos' }).click();
    await page.getByRole('button', { name: 'Tirar foto' }).click();
    const camera = page.getByRole('dialog', { name: 'Câmera' });
    // The buttons of a reply are others on a phone, and the camera closes with them.
    const attach = page.getByRole('button', { name: /^(?:Anexar arquivos|Fotografar ou escolher fotos)$/ }).last();
    await lookAt(page, {
      name: 'camera',
      seen: camera,
      opening: async () => {
        await expect(async () => {
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 500 });
        }).toPass();
        await attach.click();
        await page.getByRole('button', { name: 'Tirar foto' }).click();
      },
    });
    await camera.getByRole('button', { name: 'Fotografar' }).click();
    await expect(page.getByRole('dialog', { name: 'Página 2 de 2' })).toBeVisible();
  });

  await test.step('the camera’s page goes first and is whole', async () => {
    const crop = dialog.getByRole('button', { name: 'Recortar' });
    if ((await crop.getAttribute('aria-pressed')) === 'true') await crop.click();
    await dialog.getByRole('button', { name: 'Antes' }).click();
    await expect(page.getByRole('dialog', { name: 'Página 1 de 2' })).toBeVisible();
    await expect(dialog.getByText('2 páginas viram 1 PDF ·')).toBeVisible();
    await dialog.getByRole('button', { name: 'Anexar PDF' }).click();
    await expect(page.getByText(/^Páginas .*\.pdf$/)).toBeVisible();
  });
  await page.getByRole('button', { name: 'Responder', exact: true }).click();
  await expectPencil(messageWith(page, 'Seguem os croquis.'));

  await device.restore();
  await device.settled(made);
  const pdf = await replyPdf({ api: manager, url: server.url }, made.id);
  const pages = pdf.document.getPages();
  const [camera, sheet] = pages.map((one) => one.getSize());
  expect(pages).toHaveLength(2);
  expect(camera).toMatchObject({ width: 842 });
  expect((camera?.width ?? 0) / (camera?.height ?? 1)).toBeCloseTo(4 / 3, 1);
  expect(sheet).toMatchObject({ height: 842 });
  expect((sheet?.width ?? 0) / (sheet?.height ?? 1)).toBeLessThan(0.8);
  const [colourful, grey] = await Promise.all(pages.map(colourOf));
  expect(colourful).toBeGreaterThan(5);
  expect(grey).toBeLessThan(1);
  expect(pdf.bytes.includes(SECRET)).toBe(false);
});

test('pages that were cut are marked and made whole by one press, and a letterhead is never cut', async ({
  usedDevice,
  apiOf,
  server,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Ofício com timbre', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(`/admin/view-document/${made.id}`);
  await device.settled(made);
  const editor = page.getByRole('textbox', { name: 'Sua resposta' });
  await editor.click();
  await page.keyboard.insertText('Segue o ofício.');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Anexar arquivos' }).click();
  await (
    await chooser
  ).setFiles([await samplePhoto('a.jpg'), await letterheadPhoto('b.jpg'), await samplePhoto('c.jpg')]);

  const dialog = page.getByRole('dialog', { name: /^Página \d de \d$/ });
  await expect(dialog.getByText('3 páginas viram 1 PDF ·')).toBeVisible();
  const marks = dialog.getByRole('button', { name: /^recortada/ });
  await expect(marks).toHaveCount(2);
  await expect(marks.last()).toHaveAccessibleName('recortada Desfazer o recorte da página 3');
  await marks.first().click();
  await expect(page.getByRole('dialog', { name: 'Página 1 de 3' })).toBeVisible();
  await expect(dialog.getByRole('option').first()).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Recortar' })).toHaveAttribute('aria-pressed', 'false');
  await expect(marks).toHaveCount(1);
  await expect(dialog.getByText('3 páginas viram 1 PDF ·')).toBeVisible();
  await dialog.getByRole('button', { name: 'Anexar PDF' }).click();
  await expect(page.getByText(/^Páginas .*\.pdf$/)).toBeVisible();

  const again = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Anexar arquivos' }).click();
  await (await again).setFiles(await samplePhoto('d.jpg'));
  await expect(dialog.getByText('1 página vira 1 PDF ·')).toBeVisible();
  await dialog.getByRole('button', { name: 'Anexar PDF' }).click();
  const names = page.getByText(/^Páginas .*\.pdf$/);
  await expect(names).toHaveCount(2);
  const [first, second] = await names.allTextContents();
  expect(second, 'a second PDF has a name of its own, also within one minute').not.toBe(first);
  await page.getByRole('button', { name: 'Responder', exact: true }).click();
  await expect(messageWith(page, 'Segue o ofício.')).toBeVisible();
  await device.settled(made);

  const pdf = await replyPdf({ api: manager, url: server.url }, made.id);
  const corners = await Promise.all(pdf.document.getPages().map(cornerOf));
  const [uncut, letterhead, cut] = corners.map(([red = 0, , blue = 0]) => ({ red, blue }));
  expect(uncut?.red, 'the table is on the page that was made whole').toBeLessThan(90);
  expect(letterhead?.red, 'the letterhead is blue').toBeLessThan(60);
  expect(letterhead?.blue, 'the letterhead is blue').toBeGreaterThan(80);
  expect(cut?.red, 'the other page is the sheet alone').toBeGreaterThan(200);
});

/**
 * How far apart the means of red, green and blue are in the picture of a page; 0 without colours.
 */
async function colourOf(page: PDFPage): Promise<number> {
  const { channels } = await pictureOn(page).stats();
  const means = channels.map((channel) => channel.mean);
  return Math.max(...means) - Math.min(...means);
}
