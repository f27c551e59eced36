import { describe, expect, it } from 'vitest';
import { findSheet } from './find-sheet.ts';
import type { Pixels } from './pixels.ts';

type Colour = readonly [number, number, number];
/** Left, top, right, bottom, in pixels. */
type Box = readonly [number, number, number, number];
/** The colour of a place; null where a drawing leaves what is under it. */
type Drawing = (x: number, y: number) => Colour | null;

const SIZE = { width: 150, height: 200 };
const PAPER: Colour = [244, 244, 238];
const TABLE: Colour = [70, 55, 45];
const BLUE: Colour = [20, 50, 110];

/** Drawings over one another, the last on top. */
function photo(...drawings: readonly Drawing[]): Pixels {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  for (let y = 0; y < SIZE.height; y += 1) {
    for (let x = 0; x < SIZE.width; x += 1) {
      const colours = drawings.flatMap((drawing) => {
        const colour = drawing(x, y);
        return colour === null ? [] : [colour];
      });
      data.set([...(colours.at(-1) ?? [0, 0, 0]), 255], (y * SIZE.width + x) * 4);
    }
  }
  return { ...SIZE, data };
}

function all(colour: Colour): Drawing {
  return () => colour;
}

function box([left, top, right, bottom]: Box, colour: Colour): Drawing {
  return (x, y) => (x >= left && x < right && y >= top && y < bottom ? colour : null);
}

/** A drawing turned around the middle of the picture by `degrees`. */
function askew(drawing: Drawing, degrees: number): Drawing {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return (x, y) => {
    const [right, down] = [x - SIZE.width / 2, y - SIZE.height / 2];
    return drawing(SIZE.width / 2 + right * cos + down * sin, SIZE.height / 2 - right * sin + down * cos);
  };
}

/** Lines of writing on a sheet. */
function writing([left, top, right, bottom]: Box): Drawing {
  return (x, y) =>
    x >= left + 10 && x < right - 10 && y >= top + 20 && y < bottom - 10 && y % 8 < 2 && x % 7 !== 0
      ? [40, 40, 50]
      : null;
}

/** The light that falls on a paper below a line: a shadow with a soft edge. */
function shaded(under: Drawing, { from, light }: { from: number; light: number }): Drawing {
  return (x, y) => {
    const colour = under(x, y);
    if (colour === null || y < from) return null;
    const part = Math.max(light, 1 - (1 - light) * Math.min(1, (y - from) / 10));
    return [colour[0] * part, colour[1] * part, colour[2] * part];
  };
}

const SHEET: Box = [25, 30, 125, 172];

describe('a sheet on a table', () => {
  const grain: Drawing = (x, y) => {
    const tone = ((x * 7 + y * 3) % 11) - 5 + (Math.floor(y / 9) % 2) * 12;
    return [70 + tone, 55 + tone, 45 + tone];
  };

  it.each([
    ['straight', all(TABLE), 0],
    ['askew', all(TABLE), 8],
    ['on wood', grain, -6],
  ] as const)('is found when it lies %s', (_, table, degrees) => {
    const found = findSheet(photo(table, askew(box(SHEET, PAPER), degrees), askew(writing(SHEET), degrees)));
    expect(found).not.toBeNull();
    const corners = [
      [SHEET[0], SHEET[1]],
      [SHEET[2], SHEET[1]],
      [SHEET[2], SHEET[3]],
      [SHEET[0], SHEET[3]],
    ] as const;
    for (const [index, [x, y]] of corners.entries()) {
      const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const [right, down] = [x - SIZE.width / 2, y - SIZE.height / 2];
      const corner = found?.[index] ?? { x: -1, y: -1 };
      expect(Math.abs(corner.x * SIZE.width - (SIZE.width / 2 + right * cos - down * sin))).toBeLessThan(3);
      expect(Math.abs(corner.y * SIZE.height - (SIZE.height / 2 + right * sin + down * cos))).toBeLessThan(3);
    }
  });

  it('is found with a cup, a pen and writing beside it, and with a stamp inside it', () => {
    const cup: Drawing = (x, y) => (Math.hypot(x - 140, y - 8) < 22 ? [28, 30, 40] : null);
    const stamp: Drawing = (x, y) => (Math.hypot(x - 95, y - 150) < 12 ? BLUE : null);
    expect(findSheet(photo(all(TABLE), cup, box(SHEET, PAPER), writing(SHEET), stamp))).not.toBeNull();
  });
});

describe('nothing is cut', () => {
  const whole: Box = [0, 0, SIZE.width, SIZE.height];

  it.each([
    ['a letterhead above a sheet that fills the picture', [all(PAPER), box([0, 0, 150, 24], BLUE), writing(whole)]],
    ['a foot below a sheet that fills the picture', [all(PAPER), box([0, 170, 150, 200], BLUE), writing(whole)]],
    ['a band beside a sheet that fills the picture', [all(PAPER), box([0, 0, 30, 200], BLUE), writing(whole)]],
    ['what lies in a shadow', [all(PAPER), shaded(all(PAPER), { from: 110, light: 0.36 }), writing(whole)]],
    ['a sheet that goes on beyond the picture', [all(TABLE), box([25, 30, 125, 200], PAPER)]],
  ] as const)('where the bright area touches the edges of the picture: %s', (_, drawings) => {
    expect(findSheet(photo(...drawings))).toBeNull();
  });

  it.each([
    ['a letterhead', box([25, 30, 125, 52], BLUE)],
    ['a foot', box([25, 150, 125, 172], BLUE)],
    ['a band at the side', box([25, 30, 47, 172], [150, 20, 30])],
    ['a stamp on a corner', box([25, 30, 55, 60], BLUE)],
    ['a shadow on its lower half', shaded(box(SHEET, PAPER), { from: 100, light: 0.45 })],
  ] as const)('where the sheet on a table would lose a part: %s', (_, part) => {
    expect(findSheet(photo(all(TABLE), box(SHEET, PAPER), part))).toBeNull();
  });

  it.each([
    ['two sheets beside each other', [box([8, 40, 72, 130], PAPER), box([80, 40, 142, 130], PAPER)]],
    ['a small receipt beside a sheet', [box([10, 20, 100, 150], PAPER), box([112, 60, 140, 120], PAPER)]],
    ['two sheets that overlap', [box([20, 20, 100, 120], PAPER), box([40, 90, 120, 180], PAPER)]],
    ['a sheet on its corner', [askew(box([40, 65, 110, 135], PAPER), 45)]],
  ] as const)('where more than one rectangle is bright, or none stands upright: %s', (_, drawings) => {
    expect(findSheet(photo(all(TABLE), ...drawings))).toBeNull();
  });

  it('where a shadow lies across the sheet, so that the page would be sheared', () => {
    const lit: Drawing = (x, y) => (x >= 20 && x < 125 && y >= 20 && y < 60 + x ? PAPER : null);
    expect(findSheet(photo(all(TABLE), lit))).toBeNull();
  });
});
