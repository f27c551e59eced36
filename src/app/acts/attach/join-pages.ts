import { PDFDocument } from '@cantoo/pdf-lib';

/** The longer side of a page, in points: 297 mm, as that of ordinary paper. */
const LONGER_SIDE = 842;

/**
 * Makes one PDF with a page for each JPEG, in their order. A page has the shape of its picture, and
 * its longer side is 297 mm. The PDF names no author and no device.
 */
export async function joinPages(pictures: readonly ArrayBuffer[]): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  pdf.setProducer('Malote');
  pdf.setCreator('Malote');
  for (const picture of pictures) {
    const image = await pdf.embedJpg(picture);
    const { width, height } = image.scale(LONGER_SIDE / Math.max(image.width, image.height));
    pdf.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
  }
  return new Uint8Array(await pdf.save());
}
