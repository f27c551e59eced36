// Photographs as a phone takes them: 12 megapixels, lying on their side with a note on how to turn
// them, and with the place where they were taken.

import sharp from 'sharp';

/** What the camera writes into a photograph and must not leave the device. */
export const SECRET = 'Camera de Ana';

export type SamplePhoto = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A sheet of paper on a dark table, photographed askew by a phone that was held upright. */
export function samplePhoto(name: string): Promise<SamplePhoto> {
  return photographOf(
    name,
    `<rect width="4000" height="3000" fill="#333844"/>
    <polygon points="500,380 3500,260 3620,2700 420,2620" fill="#f4f1e6"/>
    <g fill="#2b3446"><rect x="900" y="700" width="300" height="1500"/><rect x="1500" y="700" width="60" height="1500"/>
    <rect x="1800" y="700" width="60" height="1300"/></g>`,
  );
}

/**
 * A sheet that fills the picture, with a blue letterhead at its top: the left of what the camera
 * wrote.
 */
export function letterheadPhoto(name: string): Promise<SamplePhoto> {
  return photographOf(
    name,
    `<rect width="4000" height="3000" fill="#f4f1e6"/><rect width="480" height="3000" fill="#14306c"/>
    <g fill="#2b3446"><rect x="900" y="400" width="60" height="2200"/><rect x="1200" y="400" width="60" height="2200"/></g>`,
  );
}

/** `drawn`: 4,000 by 3,000, lying on its side. */
async function photographOf(name: string, drawn: string): Promise<SamplePhoto> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000">${drawn}</svg>`;
  const buffer = await sharp(Buffer.from(drawing))
    .jpeg({ quality: 90 })
    .withMetadata({
      orientation: 6,
      exif: {
        IFD0: { Make: SECRET },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '20/1 19/1 10/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '40/1 20/1 3/1',
        },
      },
    })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}
