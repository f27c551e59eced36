// The town hall's logo, a flowering ipê tree, drawn here and stored like an uploaded one.

import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { FileStore, StoredFile } from '../files/file-store.ts';

const EDGE = 512;

/** Centres and radii of the clusters of the crown, on a square of 512. */
const CROWN = [
  [256, 118, 84],
  [158, 166, 74],
  [354, 166, 74],
  [120, 250, 66],
  [392, 250, 66],
  [206, 236, 80],
  [306, 236, 80],
  [256, 296, 58],
] as const;

const FLOWERS = [
  [232, 96, 26],
  [292, 138, 22],
  [150, 150, 24],
  [360, 146, 24],
  [112, 242, 20],
  [398, 236, 20],
  [196, 214, 26],
  [318, 222, 26],
  [254, 270, 22],
] as const;

const circles = (all: readonly (readonly [number, number, number])[]): string =>
  all.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`).join('');

const IPE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<path fill="#c9861b" d="M236 504c6-60 4-104-10-146l-64-70 22-16 52 52V240h40v84l52-52 22 16-64 70c-14 42-16 86-10 146z"/>
<g fill="#ffc81f">${circles(CROWN)}</g><g fill="#ffe27a">${circles(FLOWERS)}</g></svg>`;

/** Stores the logo. */
export async function seedLogo(store: FileStore): Promise<StoredFile> {
  const image = await sharp(Buffer.from(IPE)).resize(EDGE, EDGE).webp({ quality: 90 }).toBuffer();
  return store.put(Readable.from([image]), { maxBytes: image.length });
}
