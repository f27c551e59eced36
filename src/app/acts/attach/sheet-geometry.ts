// The sheet of paper on a photograph: its corners, turned and moved, and the rectangle that it
// becomes. Pure.

import type { DraftPage, PicturePoint } from '#mirror/store/draft-row.ts';

/** Top left, top right, bottom right, bottom left, in fractions of the picture. */
export type Corners = NonNullable<DraftPage['corners']>;
export type Size = { readonly width: number; readonly height: number };
type Turns = DraftPage['turns'];

/** All of a picture. @internal */
export const WHOLE: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/**
 * Where the corners begin when no sheet was found: a little inside, so that all four can be taken
 * hold of.
 */
export const INSET: Corners = [
  { x: 0.06, y: 0.06 },
  { x: 0.94, y: 0.06 },
  { x: 0.94, y: 0.94 },
  { x: 0.06, y: 0.94 },
];

/** One quarter turn to the right more. */
export function turnedOnce(turns: Turns): Turns {
  return ((turns + 1) % 4) as Turns;
}

/** The size of a picture after quarter turns. */
export function turnedSize({ width, height }: Size, turns: Turns): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Where a point of a picture is after quarter turns to the right. */
export function turnedPoint({ x, y }: PicturePoint, turns: Turns): PicturePoint {
  switch (turns) {
    case 0:
      return { x, y };
    case 1:
      return { x: 1 - y, y: x };
    case 2:
      return { x: 1 - x, y: 1 - y };
    case 3:
      return { x: y, y: 1 - x };
  }
}

/** The point of the picture that is seen at a point after quarter turns. */
export function unturnedPoint(point: PicturePoint, turns: Turns): PicturePoint {
  return turnedPoint(point, ((4 - turns) % 4) as Turns);
}

/**
 * Moves one corner. Returns `corners` unchanged when the moved four would no longer outline a
 * sheet.
 */
export function movedCorner(corners: Corners, { index, to }: { index: number; to: PicturePoint }): Corners {
  const point = { x: clamped(to.x), y: clamped(to.y) };
  const moved = corners.map((corner, place) => (place === index ? point : corner)) as unknown as Corners;
  return isSheet(moved) ? moved : corners;
}

/** Whether four corners, in their order, go round a convex area that is large enough to be read. */
export function isSheet(corners: Corners): boolean {
  const crosses = corners.map((corner, index) => {
    const next = corners[(index + 1) % 4] ?? corner;
    const after = corners[(index + 2) % 4] ?? corner;
    return (next.x - corner.x) * (after.y - next.y) - (next.y - corner.y) * (after.x - next.x);
  });
  return crosses.every((cross) => cross > 0.001) && areaOf(corners) > 0.02;
}

/** The area inside four corners, as a fraction of the picture. */
export function areaOf(corners: Corners): number {
  let doubled = 0;
  for (const [index, corner] of corners.entries()) {
    const next = corners[(index + 1) % 4] ?? corner;
    doubled += corner.x * next.y - next.x * corner.y;
  }
  return Math.abs(doubled) / 2;
}

/**
 * The size of the sheet between the corners, in pixels of the picture: the longer of each two
 * opposite sides.
 */
export function sheetSize([topLeft, topRight, bottomRight, bottomLeft]: Corners, picture: Size): Size {
  const length = (from: PicturePoint, to: PicturePoint) =>
    Math.hypot((to.x - from.x) * picture.width, (to.y - from.y) * picture.height);
  return {
    width: Math.max(1, Math.round(Math.max(length(topLeft, topRight), length(bottomLeft, bottomRight)))),
    height: Math.max(1, Math.round(Math.max(length(topLeft, bottomLeft), length(topRight, bottomRight)))),
  };
}

/**
 * The largest size of the same shape whose longer side is at most `longest`. A picture is never
 * enlarged.
 */
export function fittedSize({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The perspective that maps the unit square onto the corners, after Heckbert: x = (a u + b v + c) /
 * (g u + h v + 1) and y = (d u + e v + f) / (g u + h v + 1).
 */
export type Perspective = Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h', number>>;

export function perspectiveOf([p0, p1, p2, p3]: Corners): Perspective {
  const dx1 = p1.x - p2.x;
  const dx2 = p3.x - p2.x;
  const dy1 = p1.y - p2.y;
  const dy2 = p3.y - p2.y;
  const sx = p0.x - p1.x + p2.x - p3.x;
  const sy = p0.y - p1.y + p2.y - p3.y;
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / determinant;
  const h = (dx1 * sy - sx * dy1) / determinant;
  return {
    a: p1.x - p0.x + g * p1.x,
    b: p3.x - p0.x + h * p3.x,
    c: p0.x,
    d: p1.y - p0.y + g * p1.y,
    e: p3.y - p0.y + h * p3.y,
    f: p0.y,
    g,
    h,
  };
}

/** The position of a point of the unit square on the picture. @internal */
export function pointOf({ a, b, c, d, e, f, g, h }: Perspective, { x: u, y: v }: PicturePoint): PicturePoint {
  const depth = g * u + h * v + 1;
  return { x: (a * u + b * v + c) / depth, y: (d * u + e * v + f) / depth };
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}
