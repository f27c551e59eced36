// Judges what a cut along the corners of a sheet would take away: only the ground that the sheet lies on may go. A letterhead, a
// shadow or a stamp on a corner is as dark as the ground and looks like it to a threshold. Pure.

import type { Pixels } from './pixels.ts';
import type { Corners, Size } from './sheet-geometry.ts';

/** How far from the sheet, in pixels of the small copy, paper may stand out of a straight edge, and ground is looked at. */
const CURL = 2;
const BESIDE = 4;
/** Bright pixels outside the corners, as a fraction of those inside. */
const LEFT_OVER = 0.005;
/** How much a colour may differ, of 255, between the ground beside the sheet and the ground at the edges of the picture. */
const ALIKE = 32;
/** The cosine of the sharpest corner that a sheet has in perspective, 60 degrees, and of the widest, 120. */
const SHARPEST = 0.5;

type Colour = readonly [number, number, number];
type Point = { readonly x: number; readonly y: number };
type Side = { readonly from: Point; readonly to: Point };

/** Whether an area (places of its pixels) reaches the edge of the picture, so that the sheet may go on beyond it or in the dark. */
export function touchesEdge(area: readonly number[], size: Size): boolean {
  return area.some((at) => isAtEdge(at, size));
}

/** Whether the corners are those of a rectangle in perspective, and nothing but ground lies outside them. */
export function cutsGroundOnly(
  corners: Corners,
  { picture, bright }: { picture: Pixels; bright: Uint8Array },
): boolean {
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

/** No other sheet, and no part of this one beside a stamp or a fold. */
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

/** Beside each side lies what lies at the edges of the picture. Beside a side near the edge of the picture nothing is seen. */
function isGroundAround(sides: readonly Side[], picture: Pixels): boolean {
  const ground = middleColour(edgeOf(picture), picture);
  return sides.every((side) => {
    const beside = placesBeside(side, picture);
    return beside.length === 0 || areAlike(middleColour(beside, picture), ground);
  });
}

/** The pixels along a side, without its ends. */
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

/** One pixel long, away from the sheet: its corners go round clockwise. */
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

/** The median of each channel: what most of the pixels show, whatever lies among them. */
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
