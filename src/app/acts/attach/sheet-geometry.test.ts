import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaOf,
  type Corners,
  fittedSize,
  INSET,
  isSheet,
  movedCorner,
  perspectiveOf,
  pointOf,
  sheetSize,
  turnedPoint,
  unturnedPoint,
  WHOLE,
} from './sheet-geometry.ts';

const UNIT = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
] as const;

/** A convex sheet: each corner somewhere in its own quarter of the picture. */
const sheets = fc
  .array(fc.double({ min: 0, max: 0.4, noNaN: true }), { minLength: 8, maxLength: 8 })
  .map(([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]): Corners => [
    { x: a, y: b },
    { x: 1 - c, y: d },
    { x: 1 - e, y: 1 - f },
    { x: g, y: 1 - h },
  ])
  .filter(isSheet);

describe('the perspective of a sheet', () => {
  it('maps the corners of the page onto the corners of the sheet, whatever they are', () => {
    fc.assert(
      fc.property(sheets, (corners) => {
        const perspective = perspectiveOf(corners);
        for (const [index, corner] of UNIT.entries()) {
          const { x, y } = pointOf(perspective, corner);
          expect(x).toBeCloseTo(corners[index]?.x ?? Number.NaN, 6);
          expect(y).toBeCloseTo(corners[index]?.y ?? Number.NaN, 6);
        }
      }),
    );
  });

  it('keeps lines straight: the middle of the page lies where the diagonals of the sheet cross', () => {
    const corners: Corners = [
      { x: 0.2, y: 0.1 },
      { x: 0.8, y: 0.1 },
      { x: 1, y: 0.9 },
      { x: 0, y: 0.9 },
    ];
    const middle = pointOf(perspectiveOf(corners), { x: 0.5, y: 0.5 });
    expect(middle.x).toBeCloseTo(0.5, 9);
    // The diagonals of this trapezium cross where its heights divide as its parallel sides: 0.6 to
    // 1.
    expect(middle.y).toBeCloseTo(0.1 + 0.8 * (0.6 / 1.6), 9);
  });
});

describe('the corners of a sheet', () => {
  it('come back to where they were after being turned and turned back', () => {
    fc.assert(
      fc.property(sheets, fc.constantFrom(0, 1, 2, 3), (corners, turns) => {
        for (const corner of corners) {
          const back = unturnedPoint(turnedPoint(corner, turns), turns);
          expect(back.x).toBeCloseTo(corner.x, 9);
          expect(back.y).toBeCloseTo(corner.y, 9);
        }
      }),
    );
  });

  it('turn to the right: what was at the top left is at the top right', () => {
    expect(turnedPoint({ x: 0, y: 0 }, 1)).toEqual({ x: 1, y: 0 });
    expect(turnedPoint({ x: 0.2, y: 0.1 }, 2)).toEqual({ x: 0.8, y: 0.9 });
    expect(turnedPoint({ x: 0, y: 0 }, 3)).toEqual({ x: 0, y: 1 });
  });

  it('are moved inside the picture only, and never across one another', () => {
    expect(movedCorner(INSET, { index: 0, to: { x: -1, y: 0.2 } })[0]).toEqual({ x: 0, y: 0.2 });
    expect(movedCorner(INSET, { index: 0, to: { x: 0.9, y: 0.9 } })).toBe(INSET);
    fc.assert(
      fc.property(
        sheets,
        fc.nat(3),
        fc.double({ min: -1, max: 2, noNaN: true }),
        fc.double({ min: -1, max: 2, noNaN: true }),
        (corners, index, x, y) => {
          expect(isSheet(movedCorner(corners, { index, to: { x, y } }))).toBe(true);
        },
      ),
    );
  });
});

describe('the size of a page', () => {
  it('is that of the longer sides of the sheet', () => {
    const trapezium: Corners = [
      { x: 0.25, y: 0 },
      { x: 0.75, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ];
    expect(sheetSize(WHOLE, { width: 2000, height: 1500 })).toEqual({ width: 2000, height: 1500 });
    expect(sheetSize(trapezium, { width: 1000, height: 1000 })).toEqual({ width: 1000, height: 1031 });
    expect(areaOf(trapezium)).toBeCloseTo(0.75, 9);
  });

  it('of 12 megapixels is bounded and keeps its shape, and a small one is not made larger', () => {
    expect(fittedSize({ width: 4000, height: 3000 }, 2000)).toEqual({ width: 2000, height: 1500 });
    expect(fittedSize({ width: 400, height: 300 }, 2000)).toEqual({ width: 400, height: 300 });
  });
});
