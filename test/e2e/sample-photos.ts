// Photographs as a phone takes them: 12 megapixels, lying on their side with a note on how to turn them, and with the place
// where they were taken.

import sharp from 'sharp';

/** What the camera writes into a photograph and must not leave the device. */
export const SECRET = 'Camera de Ana';

export type SamplePhoto = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A sheet of paper on a dark table, photographed askew by a phone that was held upright. */
export async function samplePhoto(name: string): Promise<SamplePhoto> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000">
    <rect width="4000" height="3000" fill="#333844"/>
    <polygon points="500,380 3500,260 3620,2700 420,2620" fill="#f4f1e6"/>
    <g fill="#2b3446"><rect x="900" y="700" width="300" height="1500"/><rect x="1500" y="700" width="60" height="1500"/>
    <rect x="1800" y="700" width="60" height="1300"/></g>
  </svg>`;
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
