// Finds a bright sheet of paper on a darker ground, so that its corners need no dragging on most photographs. Pure.

import { cutsGroundOnly, touchesEdge } from './cut-away.ts';
import type { Pixels } from './pixels.ts';
import { areaOf, type Corners, isSheet, type Size } from './sheet-geometry.ts';

/** A sheet takes at least this part of the photograph, and of the area inside its corners. */
const SMALLEST = 0.15;
const FILLED = 0.7;

/**
 * Corners of the sheet on a small copy of a photograph (some 200 pixels wide); null when none stands out, or when a cut could take
 * away more than the ground: a page that is too large is cut by its author, and what is missing from a page is seen by nobody.
 */
export function findSheet(picture: Pixels): Corners | null {
  const grey = greyOf(picture);
  const level = levelBetween(grey);
  const bright = Uint8Array.from(grey, (tone) => (tone > level ? 1 : 0));
  const sheet = largestArea(bright, picture);
  if (sheet.length < SMALLEST * grey.length || touchesEdge(sheet, picture)) return null;
  const corners = cornersOf(sheet, picture);
  const isFilled = sheet.length / grey.length > FILLED * areaOf(corners);
  return isSheet(corners) && isFilled && cutsGroundOnly(corners, { picture, bright }) ? corners : null;
}

function greyOf({ data, width, height }: Pixels): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const pixel = at * 4;
    return Math.round(0.299 * (data[pixel] ?? 0) + 0.587 * (data[pixel + 1] ?? 0) + 0.114 * (data[pixel + 2] ?? 0));
  });
}

/** The brightness that separates two groups best (Otsu). */
function levelBetween(grey: Uint8Array): number {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const tone of grey) counts[tone] = (counts[tone] ?? 0) + 1;
  let total = 0;
  for (const tone of grey) total += tone;
  let below = 0;
  let sumBelow = 0;
  let best = { level: 127, spread: -1 };
  for (const [level, count] of counts.entries()) {
    below += count;
    sumBelow += count * level;
    const above = grey.length - below;
    if (below === 0 || above === 0) continue;
    const difference = sumBelow / below - (total - sumBelow) / above;
    const spread = below * above * difference * difference;
    if (spread > best.spread) best = { level, spread };
  }
  return best.level;
}

/** Places of the pixels of the largest area that hangs together. What is printed inside it is not part of it. */
function largestArea(bright: Uint8Array, { width, height }: Size): readonly number[] {
  const isSeen = new Uint8Array(bright.length);
  let largest: number[] = [];
  for (let start = 0; start < bright.length; start += 1) {
    if (bright[start] === 0 || isSeen[start] === 1) continue;
    const area = [start];
    isSeen[start] = 1;
    for (let next = 0; next < area.length; next += 1) {
      const at = area[next] ?? 0;
      const x = at % width;
      const around = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
      for (const other of around) {
        if (other < 0 || other >= width * height || bright[other] === 0 || isSeen[other] === 1) continue;
        isSeen[other] = 1;
        area.push(other);
      }
    }
    if (area.length > largest.length) largest = area;
  }
  return largest;
}

/** The pixels of an area that lie farthest towards each corner of the picture. */
function cornersOf(area: readonly number[], { width, height }: Size): Corners {
  const points = area.map((at) => ({ x: at % width, y: Math.floor(at / width) }));
  const farthest = (towards: (point: { x: number; y: number }) => number) =>
    points.reduce((best, point) => (towards(point) > towards(best) ? point : best), points[0] ?? { x: 0, y: 0 });
  const topLeft = farthest(({ x, y }) => -x - y);
  const topRight = farthest(({ x, y }) => x - y);
  const bottomRight = farthest(({ x, y }) => x + y);
  const bottomLeft = farthest(({ x, y }) => y - x);
  // The outer edges of these pixels.
  return [
    { x: topLeft.x / width, y: topLeft.y / height },
    { x: (topRight.x + 1) / width, y: topRight.y / height },
    { x: (bottomRight.x + 1) / width, y: (bottomRight.y + 1) / height },
    { x: bottomLeft.x / width, y: (bottomLeft.y + 1) / height },
  ];
}
