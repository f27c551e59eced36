// How poppler draws the pages of a PDF, to be compared with how the application draws them.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import sharp from 'sharp';

const run = promisify(execFile);

/** Longest time of one call, in ms. A hostile file may keep a drawer busy without end. */
const CALL_MS = 60_000;
/** Longer side of a drawn page, in pixels. */
const DRAWN = 1_200;
/**
 * Longer side of what is compared. Finer pictures compare the edges of letters, which differ
 * between two drawers.
 */
const COMPARED = 297;
/**
 * Pages of one shape differ by at most this part of the wider one, or by what rounding to whole
 * pixels makes.
 */
const SAME_SHAPE = 0.02;

/**
 * A mean difference of grey values, of 1. Edges of letters differ between two drawers; an empty
 * page differs by 0.1 to 0.25.
 */
export const DIFFERENCE_MAX = 0.05;

export type PageDifference = {
  /** Mean difference of grey values, of 1; 1 where the pages have not the same shape. */
  readonly difference: number;
  /** How much is on poppler's page: the mean difference of an empty page to it. */
  readonly ink: number;
};

export type Poppler = {
  /** Null: poppler can't open the file. */
  readonly pageCount: number | null;
  /**
   * Compares a page (from 1) with the application's picture of it. Throws when poppler can't draw
   * it.
   */
  readonly compare: (page: { place: number; picture: Uint8Array }) => Promise<PageDifference>;
  readonly dispose: () => Promise<void>;
};

export async function openInPoppler(pdf: Uint8Array): Promise<Poppler> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-pdf-'));
  const file = join(folder, 'one.pdf');
  await writeFile(file, pdf);
  const told = await run('pdfinfo', [file], { timeout: CALL_MS }).catch(() => null);
  const count = /^Pages:\s+(\d+)/m.exec(told?.stdout ?? '')?.[1];
  return {
    pageCount: count === undefined ? null : Number(count),
    async compare({ place, picture }) {
      // The viewer shows what is inside the crop box, and pdftoppm without the option the whole
      // sheet.
      const one = ['-f', String(place), '-l', String(place), '-singlefile', '-cropbox', '-scale-to', String(DRAWN)];
      await run('pdftoppm', ['-png', ...one, file, join(folder, 'page')], { timeout: CALL_MS });
      const drawn = await readFile(join(folder, 'page.png'));
      await rm(join(folder, 'page.png'));
      return compare(picture, drawn);
    },
    dispose: () => rm(folder, { recursive: true }),
  };
}

async function compare(picture: Uint8Array, drawn: Uint8Array): Promise<PageDifference> {
  const [own, other] = [await sharp(picture).metadata(), await sharp(drawn).metadata()];
  const longer = Math.max(other.width, other.height);
  const size = {
    width: Math.max(1, Math.round((other.width / longer) * COMPARED)),
    height: Math.max(1, Math.round((other.height / longer) * COMPARED)),
  };
  const [ours, theirs] = [await greyOf(picture, size), await greyOf(drawn, size)];
  const width = (own.width / own.height) * other.height;
  const isOneShape = Math.abs(width - other.width) <= Math.max(1.5, SAME_SHAPE * Math.max(width, other.width));
  const mean = (of: (at: number) => number) => ours.reduce((sum, _grey, at) => sum + of(at), 0) / ours.length / 255;
  const difference = mean((at) => Math.abs((ours[at] ?? 0) - (theirs[at] ?? 0)));
  return { difference: isOneShape ? difference : 1, ink: mean((at) => 255 - (theirs[at] ?? 0)) };
}

/** Grey values of a picture at this size, one byte each. */
function greyOf(picture: Uint8Array, { width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(picture)
    .flatten({ background: '#fff' })
    .resize(width, height, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
}

/** What stands on a canvas of the application, as a PNG. */
export async function pictureOf(canvas: Locator): Promise<Buffer> {
  const address = await canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL('image/png'));
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}
