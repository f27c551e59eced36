import { afterEach, expect, test, vi } from 'vitest';
import type { PageAnswer, PageRequest } from './page-messages.ts';

/** A canvas of a browser; `context` null = the browser has no memory for it. */
function canvasWith(context: object | null, convertToBlob: () => Promise<Blob>): unknown {
  return class {
    readonly width: number;
    readonly height: number;
    constructor(width: number, height: number) {
      this.width = width;
      this.height = height;
    }
    getContext = () => context;
    convertToBlob = convertToBlob;
  };
}

const CONTEXT = {
  fillRect: () => undefined,
  drawImage: () => undefined,
  getImageData: (_x: number, _y: number, width: number, height: number) => ({
    data: new Uint8ClampedArray(width * height * 4),
  }),
};
const good = async () => new Blob(['jpeg']);
const decoded = async () => ({ width: 40, height: 30, close: () => undefined });
const failing = async () => {
  throw new DOMException('The device has failed', 'InvalidStateError');
};

/** Starts the worker in a browser of these parts, and asks it to prepare a photograph. */
async function prepareIn(browser: { decode: () => Promise<unknown>; canvas: unknown }): Promise<PageAnswer> {
  const takers: ((event: { data: PageRequest }) => void)[] = [];
  vi.stubGlobal('addEventListener', (_name: string, take: (event: { data: PageRequest }) => void) => takers.push(take));
  vi.stubGlobal('createImageBitmap', browser.decode);
  vi.stubGlobal('OffscreenCanvas', browser.canvas);
  vi.stubGlobal('ImageBitmap', class {});
  const answered = new Promise<PageAnswer>((resolve) => vi.stubGlobal('postMessage', resolve));
  vi.resetModules();
  await import('./pages-worker.ts');
  for (const take of takers) take({ data: { id: 1, name: 'prepare', ask: { photo: new Blob(['photo']) } } });
  return answered;
}

afterEach(() => vi.unstubAllGlobals());

test('a photograph is prepared', async () => {
  const answer = await prepareIn({ decode: decoded, canvas: canvasWith(CONTEXT, good) });
  expect(answer).toMatchObject({ id: 1, answer: { width: 40, height: 30 } });
});

test('a photograph that the browser can not decode is unreadable', async () => {
  const answer = await prepareIn({ decode: failing, canvas: canvasWith(CONTEXT, good) });
  expect(answer).toMatchObject({ id: 1, isUnreadable: true });
});

test.each([
  ['Chromium', new DOMException('The ImageBitmap could not be allocated.', 'InvalidStateError')],
  ['another', new RangeError('Array buffer allocation failed')],
])('a photograph that %s browser has no memory to decode is not called unreadable', async (_browser, error) => {
  const decode = () => Promise.reject(error);
  const answer = await prepareIn({ decode, canvas: canvasWith(CONTEXT, good) });
  expect(answer).toMatchObject({ id: 1, failed: expect.any(String), isUnreadable: false });
});

test.each([
  ['drawn', canvasWith(null, good)],
  ['kept', canvasWith(CONTEXT, failing)],
])('a photograph that could not be %s for lack of memory is not called unreadable', async (_step, canvas) => {
  const answer = await prepareIn({ decode: decoded, canvas });
  expect(answer).toMatchObject({ id: 1, failed: expect.any(String), isUnreadable: false });
});
