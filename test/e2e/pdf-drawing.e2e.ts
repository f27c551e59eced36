// The viewer beside poppler: what is in a PDF is drawn on a phone, or the page says that it is not.

import type { Page } from '@playwright/test';
import type { Device } from './device.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { pdfToolsMissing } from './engines/find-engines.mjs';
import * as forms from './made-forms.ts';
import * as looks from './made-looks.ts';
import * as made from './made-pdfs.ts';
import * as wrecks from './made-wrecks.ts';
import { DIFFERENCE_MAX, openInPoppler, pictureOf } from './poppler.ts';

type Kinds = readonly (readonly [string, () => Buffer | Promise<Buffer>])[];

const SCANS_AND_LETTERS: Kinds = [
  ['a scan in JPEG 2000', made.scanInJpeg2000],
  ['a scan as a fax', made.scanAsFax],
  ['a scan in JBIG2', made.scanInJbig2],
  ['a scan in JPEG', made.scanInJpeg],
  ['a photograph in printed colours', made.photographInPrintedColours],
  ['a letter in fonts that are not in the file', made.letterInStandardFonts],
  ['a letter in a font that is in the file', looks.embeddedFont],
  ['letters that are drawings', looks.drawnLetters],
];

const SHEETS_AND_PAINT: Kinds = [
  ['a turned page', looks.turned],
  ['a page upside down', looks.upsideDown],
  ['a page of which a part is shown', looks.cropped],
  ['a page far from the origin', looks.farFromTheOrigin],
  ['a plan of five metres', looks.veryLarge],
  ['a strip of paper', looks.veryLong],
  ['groups and soft masks', looks.transparent],
  ['a picture among the operators', looks.inlinePicture],
  ['runs of colour', looks.shadings],
  ['patterns', looks.patterns],
  ['stencils, masks and inks', looks.masksAndInks],
];

const OVERLAID_AND_REPAIRED: Kinds = [
  ['a form that brings its look', forms.filledForm],
  ['fields of words without a look', forms.wordsWithoutLook],
  ['stamps and marks', forms.stamped],
  ['marks without a look', forms.marksWithoutLook],
  ['layers', forms.layers],
  ['a file that opens without its password (AES-256)', () => wrecks.openLocked('AES-256')],
  ['a file that opens without its password (AES-128)', () => wrecks.openLocked('AES-128')],
  ['a file that opens without its password (RC4)', () => wrecks.openLocked('RC4-128')],
  ['a table of objects that points beside them', wrecks.wrongTable],
  ['other line ends', wrecks.otherLineEnds],
];

let picked = 0;

/**
 * Opens the file on the form of a new document, as its author does before sending it. Returns the
 * name that it has there.
 */
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

/** The form of a new document on a phone that has lost its network. */
async function formWithoutNetwork(device: Device): Promise<Page> {
  const { page } = device;
  await page.setViewportSize({ width: 390, height: 844 });
  await device.readyForOffline();
  await device.cut();
  await device.goto('/admin/create-documents');
  return page;
}

const GROUPS: readonly (readonly [string, Kinds])[] = [
  ['scans and letters', SCANS_AND_LETTERS],
  ['sheets and paint', SHEETS_AND_PAINT],
  ['what lies over a page, and what was repaired', OVERLAID_AND_REPAIRED],
];

for (const [group, kinds] of pdfToolsMissing().length === 0 ? GROUPS : [])
  test(
    `on a phone, also without network, poppler's drawing of ${group}`,
    { tag: kinds === SCANS_AND_LETTERS ? [] : '@long' },
    async ({ usedDevice }) => {
      const page = await formWithoutNetwork(await usedDevice(PEOPLE.manager));
      for (const [kind, make] of kinds)
        await test.step(kind, async () => {
          const bytes = await make();
          await openPicked(page, bytes);
          const canvas = page.getByRole('img', { name: /^Página 1 de/ });
          await expect(canvas).toHaveAttribute('data-drawn', 'whole', { timeout: 30_000 });
          const picture = await pictureOf(canvas);
          const poppler = await openInPoppler(bytes);
          const { difference, ink } = await poppler.compare({ place: 1, picture });
          await poppler.dispose();
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(0);
          test.info().annotations.push({ type: kind, description: difference.toFixed(4) });
          expect.soft(ink, `${kind}: an empty page would be noticed`).toBeGreaterThan(2 * difference);
          expect.soft(difference, kind).toBeLessThan(DIFFERENCE_MAX);
        });
    },
  );

test('characters that only maps of the library know are read, also without network', async ({ usedDevice }) => {
  const page = await formWithoutNetwork(await usedDevice(PEOPLE.manager));
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
    for (const make of [looks.computedShading, forms.boxWithoutLook, forms.stampWithoutLook])
      await says(make(), 'Parte desta página não pôde ser desenhada aqui.');
    await says(forms.otherKindOfForm(), 'Este PDF é um formulário que só aparece em outro programa.');
    await says(forms.folderOfFiles(), 'Este PDF guarda outros arquivos, que não aparecem aqui.');
    await says(await wrecks.withoutTable(), 'O arquivo está danificado ou não é um PDF.');
    await says(await wrecks.halfScan(), 'O arquivo está danificado ou não é um PDF.');
    await says(made.withoutPages(), 'Este PDF não tem nenhuma página.');
    await says(made.locked(), 'Este PDF pede uma senha.');
    await says(Buffer.from('%PDF-1.4\nnada'), 'O arquivo está danificado ou não é um PDF.');
  });

test('the last of hundreds of pages is drawn when it is reached', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await page.setViewportSize({ width: 390, height: 844 });
  await device.goto('/admin/create-documents');
  await openPicked(page, await wrecks.hundredsOfPages());
  const last = page.getByRole('img', { name: 'Página 300 de 300' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveAttribute('data-drawn', 'whole', { timeout: 30_000 });
  // Pages far away have given their memory back.
  await expect(page.getByRole('img', { name: 'Página 1 de 300' })).toHaveJSProperty('width', 0);
});
