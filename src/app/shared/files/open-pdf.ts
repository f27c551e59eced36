// Opens a PDF with the library that draws it. Everything comes from this device: program, worker and bytes. Code inside a PDF is not
// run, and nothing is fetched for it.

import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A canvas of more pixels is refused by iOS, and one this large can be read. */
const PIXELS_MAX = 8_000_000;
/** Finer screens do not make letters easier to read. */
const DENSITY_MAX = 2;

export type OpenedPdf = {
  readonly pageCount: number;
  /** Width by height of page `place` (from 1). Rejects after `close`. */
  readonly shapeOf: (place: number) => Promise<number>;
  /**
   * Draws page `place` (from 1) `width` CSS pixels wide. `done` resolves to its words, for screen readers; empty for a scan.
   * It rejects after `cancel`.
   */
  readonly draw: (at: { place: number; canvas: HTMLCanvasElement; width: number }) => {
    readonly done: Promise<string>;
    readonly cancel: () => void;
  };
  readonly close: () => void;
};

/** Throws when the bytes are no PDF, or one that needs a password. */
export async function openPdf(blob: Blob): Promise<OpenedPdf> {
  const data = new Uint8Array(await blob.arrayBuffer());
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port });
  // The policy of the page allows no code made at run time.
  const loading = getDocument({ data, worker, isEvalSupported: false, useWasm: false, enableXfa: false });
  const close = () => {
    const end = () => {
      worker.destroy();
      port.terminate();
    };
    void loading.destroy().then(end, end);
  };
  const pdf = await loading.promise.catch((error: unknown) => {
    close();
    throw error;
  });
  return {
    pageCount: pdf.numPages,
    async shapeOf(place) {
      const { width, height } = (await pdf.getPage(place)).getViewport({ scale: 1 });
      return width / height;
    },
    draw({ place, canvas, width }) {
      let cancel = (): void => undefined;
      let isCancelled = false;
      const draw = async (): Promise<string> => {
        const page = await pdf.getPage(place);
        const whole = page.getViewport({ scale: 1 });
        const pixels = Math.min(devicePixelRatio, DENSITY_MAX) * (width / whole.width);
        const largest = Math.sqrt(PIXELS_MAX / (whole.width * whole.height));
        const viewport = page.getViewport({ scale: Math.min(pixels, largest) });
        if (isCancelled) throw new Error('The page is no longer seen');
        canvas.width = Math.floor(viewport.width);
        canvas.height = Math.floor(viewport.height);
        const drawing = page.render({ canvas, viewport });
        cancel = () => drawing.cancel();
        await drawing.promise;
        const { items } = await page.getTextContent();
        return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      };
      return {
        done: draw(),
        cancel: () => {
          isCancelled = true;
          cancel();
        },
      };
    },
    close,
  };
}
