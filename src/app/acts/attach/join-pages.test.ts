import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { joinPages } from './join-pages.ts';

async function jpegOf(width: number, height: number): Promise<ArrayBuffer> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#ddd' } })
    .jpeg()
    .toBuffer();
  return new Uint8Array(bytes).buffer;
}

it('pages become one PDF in their order, each 297 mm long in the shape of its picture', async () => {
  const bytes = await joinPages([await jpegOf(600, 800), await jpegOf(1000, 500), await jpegOf(300, 300)]);
  const pdf = await PDFDocument.load(bytes);
  const sizes = pdf.getPages().map((page) => page.getSize());
  expect(sizes.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
    [632, 842],
    [842, 421],
    [842, 842],
  ]);
  expect(pdf.getAuthor()).toBeUndefined();
});

it('a PDF is hardly larger than the pictures in it', async () => {
  const picture = await jpegOf(900, 1200);
  const bytes = await joinPages([picture, picture]);
  expect(bytes.byteLength - 2 * picture.byteLength).toBeLessThan(3000);
});
