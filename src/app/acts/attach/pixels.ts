// Pictures as RGBA bytes: a sheet pulled straight, turned, and made black and white. Pure, and run
// in the worker of the pages.

import { type Corners, fittedSize, perspectiveOf, sheetSize, type Size, turnedSize } from './sheet-geometry.ts';

/** RGBA, row by row from the top. */
export type Pixels = Size & { readonly data: Uint8ClampedArray<ArrayBuffer> };

/** The sheet between the corners as a rectangle whose longer side is at most `longest` pixels. */
export function straightened(source: Pixels, { corners, longest }: { corners: Corners; longest: number }): Pixels {
  const { width, height } = fittedSize(sheetSize(corners, source), longest);
  const { a, b, c, d, e, f, g, h } = perspectiveOf(corners);
  const data = new Uint8ClampedArray(width * height * 4);
  const right = source.width - 1;
  const bottom = source.height - 1;
  for (let row = 0, at = 0; row < height; row += 1) {
    const v = (row + 0.5) / height;
    for (let column = 0; column < width; column += 1, at += 4) {
      const u = (column + 0.5) / width;
      const depth = g * u + h * v + 1;
      const x = Math.min(right, Math.max(0, ((a * u + b * v + c) / depth) * source.width - 0.5));
      const y = Math.min(bottom, Math.max(0, ((d * u + e * v + f) / depth) * source.height - 0.5));
      copyBetween(source, { x, y, data, at });
    }
  }
  return { width, height, data };
}

type Target = { readonly x: number; readonly y: number; readonly data: Uint8ClampedArray; readonly at: number };

/** The colour at a point between four pixels, each weighed by its nearness. */
function copyBetween(source: Pixels, { x, y, data, at }: Target): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = Math.min(left + 1, source.width - 1);
  const bottom = Math.min(top + 1, source.height - 1);
  const fromLeft = x - left;
  const fromTop = y - top;
  const from = source.data;
  const topLeft = (top * source.width + left) * 4;
  const topRight = (top * source.width + right) * 4;
  const bottomLeft = (bottom * source.width + left) * 4;
  const bottomRight = (bottom * source.width + right) * 4;
  for (let channel = 0; channel < 3; channel += 1) {
    const above = (from[topLeft + channel] ?? 0) * (1 - fromLeft) + (from[topRight + channel] ?? 0) * fromLeft;
    const below = (from[bottomLeft + channel] ?? 0) * (1 - fromLeft) + (from[bottomRight + channel] ?? 0) * fromLeft;
    data[at + channel] = above * (1 - fromTop) + below * fromTop;
  }
  data[at + 3] = 255;
}

/** The picture after quarter turns to the right. */
export function turned(source: Pixels, turns: 0 | 1 | 2 | 3): Pixels {
  if (turns === 0) return source;
  const { width, height } = turnedSize(source, turns);
  const from = new Uint32Array(source.data.buffer);
  const to = new Uint32Array(from.length);
  for (let y = 0, at = 0; y < source.height; y += 1) {
    for (let x = 0; x < source.width; x += 1, at += 1) {
      const column = turns === 1 ? source.height - 1 - y : turns === 2 ? source.width - 1 - x : y;
      const row = turns === 1 ? x : turns === 2 ? source.height - 1 - y : source.width - 1 - x;
      to[row * width + column] = from[at] ?? 0;
    }
  }
  return { width, height, data: new Uint8ClampedArray(to.buffer) };
}

/**
 * Limits of a pixel's brightness, as fractions of the brightness around it: from PAPER on it
 * becomes white, up to INK black.
 */
const PAPER = 0.88;
const INK = 0.55;
/** How far the brightness around a pixel is averaged, as a fraction of the longer side. */
const AROUND = 1 / 16;

/**
 * Dark letters on white paper: each pixel is compared with the brightness around it, so that the
 * shadow of a hand does not turn black. Grey remains between, because hard edges make a JPEG larger
 * and letters harder to read.
 */
export function blackAndWhite(source: Pixels): Pixels {
  const { width, height, data: from } = source;
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const pixel = at * 4;
    grey[at] = 0.299 * (from[pixel] ?? 0) + 0.587 * (from[pixel + 1] ?? 0) + 0.114 * (from[pixel + 2] ?? 0);
  }
  const sums = summedArea(grey, { width, height });
  const reach = Math.max(2, Math.round(Math.max(width, height) * AROUND));
  const data = new Uint8ClampedArray(from.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    const top = Math.max(0, y - reach);
    const bottom = Math.min(height, y + reach + 1);
    for (let x = 0; x < width; x += 1, at += 1) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const row = width + 1;
      const sum =
        (sums[bottom * row + right] ?? 0) -
        (sums[top * row + right] ?? 0) -
        (sums[bottom * row + left] ?? 0) +
        (sums[top * row + left] ?? 0);
      const around = Math.max(1, sum / ((bottom - top) * (right - left)));
      const tone = (((grey[at] ?? 0) / around - INK) / (PAPER - INK)) * 255;
      data[at * 4] = tone;
      data[at * 4 + 1] = tone;
      data[at * 4 + 2] = tone;
      data[at * 4 + 3] = 255;
    }
  }
  return { width, height, data };
}

/** For every corner of the grid of pixels, the sum of what is above and to the left of it. */
function summedArea(grey: Uint8Array, { width, height }: Size): Float64Array {
  const row = width + 1;
  const sums = new Float64Array(row * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let line = 0;
    for (let x = 0; x < width; x += 1) {
      line += grey[y * width + x] ?? 0;
      sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] ?? 0) + line;
    }
  }
  return sums;
}
