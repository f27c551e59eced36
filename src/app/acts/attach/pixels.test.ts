import { describe, expect, it } from 'vitest';
import { findSheet } from './find-sheet.ts';
import { blackAndWhite, type Pixels, straightened, turned } from './pixels.ts';
import { type Corners, perspectiveOf, pointOf, WHOLE } from './sheet-geometry.ts';

type Colour = readonly [number, number, number];

function painted(size: { width: number; height: number }, colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8ClampedArray(size.width * size.height * 4);
  for (let at = 0; at < size.width * size.height; at += 1) {
    data.set([...colourAt(at % size.width, Math.floor(at / size.width)), 255], at * 4);
  }
  return { ...size, data };
}

function colourOf({ data, width }: Pixels, { x, y }: { x: number; y: number }): Colour {
  const at = (y * width + x) * 4;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

const RED: Colour = [220, 30, 30];
const GREEN: Colour = [30, 200, 30];
const BLUE: Colour = [30, 30, 220];
const WHITE: Colour = [245, 245, 240];
const GROUND: Colour = [40, 45, 60];

const SHEET: Corners = [
  { x: 0.22, y: 0.1 },
  { x: 0.85, y: 0.16 },
  { x: 0.93, y: 0.9 },
  { x: 0.1, y: 0.82 },
];

/** A photograph of a sheet in perspective whose quarters have four colours. */
function photographOf(sheet: Corners, quarters: readonly [Colour, Colour, Colour, Colour]): Pixels {
  const size = { width: 200, height: 150 };
  const photograph = painted(size, () => GROUND);
  const perspective = perspectiveOf(sheet);
  for (let v = 0; v < 600; v += 1) {
    for (let u = 0; u < 600; u += 1) {
      const { x, y } = pointOf(perspective, { x: (u + 0.5) / 600, y: (v + 0.5) / 600 });
      const colour = quarters[(v < 300 ? 0 : 2) + (u < 300 ? 0 : 1)] ?? GROUND;
      photograph.data.set(colour, (Math.floor(y * size.height) * size.width + Math.floor(x * size.width)) * 4);
    }
  }
  return photograph;
}

describe('a straightened sheet', () => {
  it('is all paper: its quarters are where they are on the sheet', () => {
    const page = straightened(photographOf(SHEET, [RED, GREEN, BLUE, WHITE]), { corners: SHEET, longest: 100 });
    expect(Math.max(page.width, page.height)).toBe(100);
    const at = (x: number, y: number) =>
      colourOf(page, { x: Math.floor(x * page.width), y: Math.floor(y * page.height) });
    for (const near of [0.06, 0.25, 0.44]) {
      expect(at(near, near)).toEqual(RED);
      expect(at(1 - near, near)).toEqual(GREEN);
      expect(at(near, 1 - near)).toEqual(BLUE);
      expect(at(1 - near, 1 - near)).toEqual(WHITE);
    }
  });

  it('is the picture itself when its corners are those of the picture', () => {
    const picture = painted({ width: 31, height: 17 }, (x, y) => [x * 8, y * 15, 7]);
    expect(straightened(picture, { corners: WHOLE, longest: 31 })).toEqual(picture);
  });
});

describe('a turned picture', () => {
  const picture = painted({ width: 3, height: 2 }, (x, y) => [x, y, 0]);

  it('has its first pixel at the top right after one turn, and its sides exchanged', () => {
    const once = turned(picture, 1);
    expect([once.width, once.height]).toEqual([2, 3]);
    expect(colourOf(once, { x: 1, y: 0 })).toEqual([0, 0, 0]);
    expect(colourOf(once, { x: 0, y: 0 })).toEqual([0, 1, 0]);
    expect(colourOf(once, { x: 1, y: 2 })).toEqual([2, 0, 0]);
  });

  it('is the same after four turns, or after one and three', () => {
    expect(turned(turned(turned(turned(picture, 1), 1), 1), 1)).toEqual(picture);
    expect(turned(turned(picture, 1), 3)).toEqual(picture);
    expect(turned(turned(picture, 1), 1)).toEqual(turned(picture, 2));
  });
});

describe('a page in black and white', () => {
  it('has white paper and black letters in the light and in the shadow', () => {
    const isLetter = (x: number, y: number) => x % 10 === 5 && y % 4 !== 0;
    const page = painted({ width: 160, height: 80 }, (x, y) => {
      const light = x < 80 ? 230 : 110;
      const tone = isLetter(x, y) ? light * 0.3 : light;
      return [tone, tone, tone * 0.9];
    });
    const plain = blackAndWhite(page);
    for (const x of [22, 132]) expect(colourOf(plain, { x, y: 41 })).toEqual([255, 255, 255]);
    for (const x of [25, 135 + 10]) expect(colourOf(plain, { x, y: 41 })).toEqual([0, 0, 0]);
  });
});

describe('a sheet on a photograph', () => {
  it('is found at its corners, with writing on it', () => {
    const found = findSheet(photographOf(SHEET, [WHITE, WHITE, WHITE, [210, 205, 200]]));
    expect(found).not.toBeNull();
    for (const [index, { x, y }] of (found ?? WHOLE).entries()) {
      expect(Math.abs(x - (SHEET[index]?.x ?? 9))).toBeLessThan(0.02);
      expect(Math.abs(y - (SHEET[index]?.y ?? 9))).toBeLessThan(0.02);
    }
  });

  it('is none where the picture is even, is all paper, or has only a bright spot', () => {
    expect(findSheet(painted({ width: 100, height: 100 }, () => GROUND))).toBeNull();
    expect(findSheet(painted({ width: 100, height: 100 }, () => WHITE))).toBeNull();
    expect(findSheet(painted({ width: 100, height: 100 }, (x, y) => (x < 20 && y < 20 ? WHITE : GROUND)))).toBeNull();
  });
});
