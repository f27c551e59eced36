// Finds a bright sheet of paper on a darker ground, so that its corners need no dragging on most
// photographs. Pure.

import type { Pixels } from './pixels.ts';
import { areaOf, type Corners, isSheet, type Size } from './sheet-geometry.ts';

// Judges what a crop along the corners of a sheet would remove: only the ground under the sheet may
// go. A letterhead, a shadow or a stamp on a corner is as dark as the ground, and a threshold does
// not separate them. Pure.

/**
 * Distances from the edge of the sheet, in pixels of the small copy. CURL: how far curled paper may
 * extend beyond a straight edge. BESIDE: where the ground is sampled.
 */
const CURL = 2;
const BESIDE = 4;
/** How many bright pixels may lie outside the corners, as a fraction of those inside. */
const LEFT_OVER = 0.005;
/**
 * The largest difference of a colour channel, of 255, between the ground beside the sheet and the
 * ground at the edges of the picture.
 */
const ALIKE = 32;
/**
 * Seen in perspective, a sheet has corners between 60 and 120 degrees. This is the cosine of 60.
 */
const SHARPEST = 0.5;

type Colour = readonly [number, number, number];
type Point = { readonly x: number; readonly y: number };
type Side = { readonly from: Point; readonly to: Point };

/**
 * Whether an area (positions of its pixels) reaches the edge of the picture, so that the sheet may
 * extend beyond it or into the dark.
 */
function touchesEdge(area: readonly number[], size: Size): boolean {
  return area.some((at) => isAtEdge(at, size));
}

/**
 * Whether the corners are those of a rectangle in perspective, and nothing but ground lies outside
 * them.
 */
function cutsGroundOnly(corners: Corners, { picture, bright }: { picture: Pixels; bright: Uint8Array }): boolean {
  const points = corners.map(({ x, y }) => ({ x: x * picture.width, y: y * picture.height }));
  const sides = points.map((from, index): Side => ({ from, to: points[(index + 1) % 4] ?? from }));
  return isUpright(sides) && leavesNoPaper(sides, { bright, size: picture }) && isGroundAround(sides, picture);
}

function isUpright(sides: readonly Side[]): boolean {
  return sides.every((side, index) => {
    const [one, next] = [outwards(side), outwards(sides[(index + 1) % 4] ?? side)];
    return Math.abs(one.x * next.x + one.y * next.y) < SHARPEST;
  });
}

/**
 * Whether almost no paper lies outside the corners: neither another sheet, nor a part of this one
 * that a stamp or a fold separates.
 */
function leavesNoPaper(sides: readonly Side[], { bright, size }: { bright: Uint8Array; size: Size }): boolean {
  const lines = sides.map((side) => ({ from: side.from, out: outwards(side) }));
  let inside = 0;
  let outside = 0;
  for (const [at, isBright] of bright.entries()) {
    if (isBright === 0) continue;
    const [x, y] = [(at % size.width) + 0.5, Math.floor(at / size.width) + 0.5];
    const isOut = lines.some(({ from, out }) => (x - from.x) * out.x + (y - from.y) * out.y > CURL);
    if (isOut) outside += 1;
    else inside += 1;
  }
  return outside <= LEFT_OVER * inside;
}

/**
 * Whether the colour beside each side equals the colour at the edges of the picture. A side at the
 * edge of the picture has no pixels beside it and passes.
 */
function isGroundAround(sides: readonly Side[], picture: Pixels): boolean {
  const ground = middleColour(edgeOf(picture), picture);
  return sides.every((side) => {
    const beside = placesBeside(side, picture);
    return beside.length === 0 || areAlike(middleColour(beside, picture), ground);
  });
}

/** Positions of the pixels at the distance BESIDE from a side, without the two ends of the side. */
function placesBeside(side: Side, { width, height }: Size): number[] {
  const { from, to } = side;
  const out = outwards(side);
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y));
  return Array.from({ length: count }, (_, step) => {
    const part = 0.1 + (0.8 * step) / count;
    const x = Math.floor(from.x + (to.x - from.x) * part + out.x * BESIDE);
    const y = Math.floor(from.y + (to.y - from.y) * part + out.y * BESIDE);
    return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : -1;
  }).filter((at) => at >= 0);
}

/**
 * The normal of a side, one pixel long, pointing away from the sheet: its corners go round
 * clockwise.
 */
function outwards({ from, to }: Side): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: (to.y - from.y) / length, y: (from.x - to.x) / length };
}

function edgeOf(size: Size): number[] {
  return Array.from({ length: size.width * size.height }, (_, at) => at).filter((at) => isAtEdge(at, size));
}

function isAtEdge(at: number, { width, height }: Size): boolean {
  return at % width === 0 || at % width === width - 1 || at < width || at >= width * (height - 1);
}

/** The median of each channel: the colour of most of the pixels. */
function middleColour(places: readonly number[], { data }: Pixels): Colour {
  const median = (channel: number) => {
    const tones = places.map((at) => data[at * 4 + channel] ?? 0).toSorted((one, other) => one - other);
    return tones[Math.floor(tones.length / 2)] ?? 0;
  };
  return [median(0), median(1), median(2)];
}

function areAlike(one: Colour, other: Colour): boolean {
  return one.every((tone, channel) => Math.abs(tone - (other[channel] ?? 0)) <= ALIKE);
}

/**
 * The least area of a sheet: SMALLEST as a fraction of the photograph, FILLED as a fraction of the
 * area inside its corners.
 */
const SMALLEST = 0.15;
const FILLED = 0.7;

/**
 * Finds the corners of a sheet on a small copy of a photograph (some 200 pixels wide). Null when no
 * sheet stands out, or when a crop could remove more than the ground. An author notices a page that
 * is too large and crops it. They do not notice what is missing from a page.
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

/** The brightness that separates dark from bright pixels best (method of Otsu). */
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

/**
 * Positions of the pixels of the largest connected bright area. Print inside it is dark and does
 * not belong to it.
 */
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

/** The corners of the sheet: for each corner of the picture, the nearest pixel of the area. */
function cornersOf(area: readonly number[], { width, height }: Size): Corners {
  const points = area.map((at) => ({ x: at % width, y: Math.floor(at / width) }));
  const farthest = (towards: (point: { x: number; y: number }) => number) =>
    points.reduce((best, point) => (towards(point) > towards(best) ? point : best), points[0] ?? { x: 0, y: 0 });
  const topLeft = farthest(({ x, y }) => -x - y);
  const topRight = farthest(({ x, y }) => x - y);
  const bottomRight = farthest(({ x, y }) => x + y);
  const bottomLeft = farthest(({ x, y }) => y - x);
  // A corner is at the outer edge of its pixel.
  return [
    { x: topLeft.x / width, y: topLeft.y / height },
    { x: (topRight.x + 1) / width, y: topRight.y / height },
    { x: (bottomRight.x + 1) / width, y: (bottomRight.y + 1) / height },
    { x: bottomLeft.x / width, y: (bottomLeft.y + 1) / height },
  ];
}
