// The viewer beside poppler: what is in a PDF is drawn on a phone, or the page says that it is not.

import type { Page } from '@playwright/test';
import { expect, PEOPLE, test } from './fixtures.ts';
import { pdfToolsMissing } from './engines/find-engines.mjs';
import * as made from './made-pdfs.ts';

/** A mean difference of grey values, of 1. Edges of letters differ between two drawers; an empty page differs by 0.1 to 0.25. */
const DIFFERENCE_MAX = 0.05;

const KINDS: readonly (readonly [string, () => Buffer | Promise<Buffer>])[] = [
  ['a scan in JPEG 2000', made.scanInJpeg2000],
  ['a scan as a fax', made.scanAsFax],
  ['a scan in JBIG2', made.scanInJbig2],
  ['a scan in JPEG', made.scanInJpeg],
  ['a photograph in printed colours', made.photographInPrintedColours],
  ['a letter in fonts that are not in the file', made.letterInStandardFonts],
];

let picked = 0;

/** Opens the file on the form of a new document, as its author does before sending it. Answers the name that it has there. */
async function openPicked(page: Page, bytes: Buffer): Promise<string> {
  picked += 1;
  const name = `anexo-${picked}.pdf`;
  const goOn = page.getByRole('button', { name: 'Continuar rascunho' });
  const picker = page.locator('input[type=file]').first();
  await goOn.or(picker).first().waitFor({ state: 'attached' });
  if (await goOn.isVisible()) await goOn.click();
  await picker.setInputFiles({ name, mimeType: 'application/pdf', buffer: bytes });
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  return name;
}

if (pdfToolsMissing().length === 0)
  test('on a phone, also without network, each kind of page is drawn as poppler draws it', async ({ usedDevice }) => {
    const device = await usedDevice(PEOPLE.manager);
    const { page } = device;
    await page.setViewportSize({ width: 390, height: 844 });
    await device.readyForOffline();
    await device.cut();
    for (const [kind, make] of KINDS)
      await test.step(kind, async () => {
        const bytes = await make();
        await device.goto('/admin/create-documents');
        await openPicked(page, bytes);
        const canvas = page.getByRole('img', { name: 'Página 1 de 1' });
        await expect(canvas).toHaveAttribute('data-drawn', 'whole', { timeout: 30_000 });
        const drawn = await canvas.evaluate((element: HTMLCanvasElement) => ({
          width: element.width,
          height: element.height,
          picture: element.toDataURL('image/png').split(',')[1] ?? '',
        }));
        const size = { width: 210, height: 297 };
        const ours = await made.greyOf(Buffer.from(drawn.picture, 'base64'), size);
        const theirs = await made.drawnByPoppler(bytes, size);
        const difference =
          ours.reduce((sum, grey, at) => sum + Math.abs(grey - (theirs[at] ?? 0)), 0) / ours.length / 255;
        test.info().annotations.push({ type: kind, description: difference.toFixed(4) });
        expect(Math.min(...ours), 'the page is not white').toBeLessThan(160);
        expect(difference).toBeLessThan(DIFFERENCE_MAX);
      });
  });

test('characters that only maps of the library know are read', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await page.setViewportSize({ width: 390, height: 844 });
  await device.goto('/admin/create-documents');
  await openPicked(page, made.letterInMappedCharacters());
  await expect(page.getByText('日本')).toBeAttached();
});

if (pdfToolsMissing().length === 0)
  test('a page that cannot be drawn whole says so and offers the file; only a password is called one', async ({
    usedDevice,
  }) => {
    const device = await usedDevice(PEOPLE.manager);
    const { page } = device;
    await page.setViewportSize({ width: 390, height: 844 });
    const says = async (bytes: Buffer, words: string) => {
      await device.goto('/admin/create-documents');
      const name = await openPicked(page, bytes);
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Baixar' }).first()).toBeVisible();
      return name;
    };
    const damaged = await says(await made.damagedScan(), 'Parte desta página não pôde ser desenhada aqui.');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar o arquivo' }).click();
    expect((await download).suggestedFilename()).toBe(damaged);
    await says(made.withoutPages(), 'Este PDF não tem nenhuma página.');
    await says(made.locked(), 'Este PDF pede uma senha.');
    await says(Buffer.from('%PDF-1.4\nnada'), 'O arquivo está danificado ou não é um PDF.');
  });
