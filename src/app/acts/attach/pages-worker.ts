// WORKER of the pages: decodes, straightens and joins photographs, so that the screen stays
// responsive. One picture at a time is in memory as pixels, whatever the number of pages. Nothing
// here reaches the network.

import { findSheet } from './find-sheet.ts';
import type { PageAnswer, PageEdits, PageRequest, PageWork, PreparedPhoto, WorkName } from './page-messages.ts';
import { blackAndWhite, type Pixels, straightened, turned } from './pixels.ts';
import { fittedSize, type Size } from './sheet-geometry.ts';

/**
 * Pixels of the longer side of a picture. KEPT: stored in the draft. SHOWN: on screen. THUMB: in
 * the strip of pages. SEARCHED: where the sheet of paper is looked for.
 */
const KEPT = 2000;
const SHOWN = 1200;
const THUMB = 220;
const SEARCHED = 200;

/** JPEG qualities. The kept photograph has the better one, because pages are made of it. */
const KEPT_QUALITY = 0.9;
const PAGE_QUALITY = 0.75;

let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<PageRequest>) => {
  last = last.then(() => answer(data));
});

async function answer(request: PageRequest): Promise<void> {
  const { id } = request;
  try {
    const done = await perform(request);
    const transfer = done instanceof ImageBitmap ? [done] : [];
    tell({ id, answer: done }, transfer);
  } catch (error) {
    tell({ id, failed: String(error), isUnreadable: error instanceof NotDecoded }, []);
  }
}

function tell(message: PageAnswer, transfer: Transferable[]): void {
  postMessage(message, { transfer });
}

function perform(request: PageRequest): Promise<PageWork[WorkName]['answer']> {
  switch (request.name) {
    case 'prepare':
      return prepare(request.ask.photo);
    case 'view':
      return view(request.ask);
    case 'render':
      return render(request.ask);
    case 'join':
      return join(request.ask.pages);
  }
}

async function prepare(photo: Blob): Promise<PreparedPhoto> {
  const canvas = await drawn(photo, KEPT);
  const { width, height } = canvas;
  const small = resized(canvas, SEARCHED);
  return { picture: await jpegOf(canvas, KEPT_QUALITY), width, height, corners: findSheet(pixelsOf(small)) };
}

async function view({ photo, edits }: { photo: Blob; edits: PageEdits }): Promise<ImageBitmap> {
  const pixels = pixelsOf(await drawn(photo, SHOWN));
  const toned = edits.isBlackAndWhite ? blackAndWhite(pixels) : pixels;
  return canvasOf(turned(toned, edits.turns)).transferToImageBitmap();
}

async function render({ photo, edits }: { photo: Blob; edits: PageEdits }): Promise<PageWork['render']['answer']> {
  const pixels = pixelsOf(await drawn(photo, KEPT));
  const sheet = edits.corners === null ? pixels : straightened(pixels, { corners: edits.corners, longest: KEPT });
  const toned = edits.isBlackAndWhite ? blackAndWhite(sheet) : sheet;
  const page = canvasOf(turned(toned, edits.turns));
  return { jpeg: await jpegOf(page, PAGE_QUALITY), thumb: await jpegOf(resized(page, THUMB), PAGE_QUALITY) };
}

async function join(pages: readonly Blob[]): Promise<Blob> {
  const { joinPages } = await import('./join-pages.ts');
  const pictures: ArrayBuffer[] = [];
  for (const page of pages) pictures.push(await page.arrayBuffer());
  return new Blob([await joinPages(pictures)], { type: 'application/pdf' });
}

/** The browser could not decode a picture. */
class NotDecoded extends Error {}

/**
 * A picture on a canvas, upright as its camera meant it, its longer side at most `longest` pixels.
 */
async function drawn(picture: Blob, longest: number): Promise<OffscreenCanvas> {
  const bitmap = await createImageBitmap(picture).catch((error: unknown) => {
    throw isAboutPicture(error) ? new NotDecoded(String(error)) : error;
  });
  try {
    return onCanvas(bitmap, fittedSize(bitmap, longest));
  } finally {
    bitmap.close();
  }
}

/**
 * Whether the error of a browser that did not decode a picture is about the picture. Browsers throw
 * InvalidStateError then. Chromium throws it for want of memory too, and only its message tells.
 */
function isAboutPicture(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError' && !error.message.includes('allocated');
}

function resized(canvas: OffscreenCanvas, longest: number): OffscreenCanvas {
  return onCanvas(canvas, fittedSize(canvas, longest));
}

function onCanvas(picture: CanvasImageSource, { width, height }: Size): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  // Transparent parts of a picture become white, like paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

function pixelsOf(canvas: OffscreenCanvas): Pixels {
  const { width, height } = canvas;
  const { data } = contextOf(canvas).getImageData(0, 0, width, height);
  return { width, height, data };
}

function canvasOf({ width, height, data }: Pixels): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  contextOf(canvas).putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No memory for a picture');
  return context;
}

function jpegOf(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
