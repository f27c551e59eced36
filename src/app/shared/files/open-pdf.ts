// Opens a PDF with the library pdf.js. Program, worker and bytes come from this device. Scripts
// inside a PDF don't run, and nothing is fetched for it.

import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The most pixels of a canvas: iOS refuses larger ones, and a page of this size is readable. */
const PIXELS_MAX = 8_000_000;
/** The highest device pixel ratio used. More pixels do not make letters easier to read. */
const DENSITY_MAX = 2;

/**
 * `words`: the text for screen readers; empty for a scan. `isWhole`: the library decoded and drew
 * everything.
 */
export type DrawnPage = { readonly words: string; readonly isWhole: boolean };

/** Content that is not on the pages: an XFA form, or attached files. */
type PdfElsewhere = 'form' | 'files';

export type OpenedPdf = {
  readonly pageCount: number;
  /** Null when all content is on the pages. */
  readonly elsewhere: PdfElsewhere | null;
  /** Width divided by height of page `place` (from 1). Rejects after `close`. */
  readonly shapeOf: (place: number) => Promise<number>;
  /**
   * Draws page `place` (from 1) `width` CSS pixels wide. `done` rejects where nothing can be drawn,
   * and after `cancel`.
   */
  readonly draw: (at: { place: number; canvas: HTMLCanvasElement; width: number }) => {
    readonly done: Promise<DrawnPage>;
    readonly cancel: () => void;
  };
  readonly close: () => void;
};

/** Why a file can't be opened. */
export type PdfTrouble = 'password' | 'empty' | 'damaged' | 'unstarted';

/**
 * The trouble behind an error of `openPdf`. Only the library's PasswordException means a password.
 */
export function pdfTroubleOf(error: unknown): PdfTrouble {
  if (!(error instanceof Error)) return 'damaged';
  if (error.name === UNSTARTED) return 'unstarted';
  return error.name === 'PasswordException' ? 'password' : error.name === EMPTY ? 'empty' : 'damaged';
}

const EMPTY = 'EmptyPdf';
const UNSTARTED = 'UnstartedPdf';

/**
 * Where the library's decoders, maps of characters and fonts are (`pdfLibraryFiles` of
 * src/build/pdf-library-files.ts).
 */
const pdfLibraryFolder = `/assets/pdf-${version}/`;

/**
 * Opens a PDF. Throws when the bytes are no PDF, or it has no pages, or needs a password, and when
 * the library's worker does not run.
 */
export async function openPdf(blob: Blob): Promise<OpenedPdf> {
  const data = new Uint8Array(await blob.arrayBuffer());
  const port = new Worker(new URL('./pdf-drawing.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port });
  // `isEvalSupported: false`, because the content security policy allows no code made at run time.
  const loading = getDocument({
    data,
    worker,
    isEvalSupported: false,
    enableXfa: false,
    wasmUrl: pdfLibraryFolder,
    cMapUrl: pdfLibraryFolder,
    standardFontDataUrl: pdfLibraryFolder,
    iccUrl: pdfLibraryFolder,
    // The worker fetches the decoders itself, so that the page stays responsive while a scan is
    // decoded.
    useWorkerFetch: true,
  });
  const losses = watchLosses(port);
  const close = () => {
    const end = () => {
      worker.destroy();
      port.terminate();
    };
    void loading.destroy().then(end, end);
  };
  const pdf = await Promise.race([loading.promise, failureOf(port)]).catch((error: unknown) => {
    close();
    throw error;
  });
  if (pdf.numPages === 0) {
    close();
    throw Object.assign(new Error('The PDF has no pages'), { name: EMPTY });
  }
  return {
    pageCount: pdf.numPages,
    elsewhere: await elsewhereIn(pdf),
    async shapeOf(place) {
      const { width, height } = (await pdf.getPage(place)).getViewport({ scale: 1 });
      return width / height;
    },
    draw({ place, canvas, width }) {
      let cancel = (): void => undefined;
      let isCancelled = false;
      const draw = async (): Promise<DrawnPage> => {
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
        return { words: await wordsOf(page), isWhole: !losses.isLost(place) && !(await leavesOut(page)) };
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

/**
 * Rejects when the worker does not run, as where its code can't be loaded. The library waits for
 * answers of a worker that it was given, and does not hear of that.
 */
function failureOf(port: Worker): Promise<never> {
  return new Promise((_resolve, reject) => {
    port.addEventListener('error', ({ message }) => reject(Object.assign(new Error(message), { name: UNSTARTED })));
  });
}

/** The text of a page; empty when it can't be read, which does not affect the drawing. */
async function wordsOf(page: PDFPageProxy): Promise<string> {
  const content = await page.getTextContent().catch(() => null);
  const items = content?.items ?? [];
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

async function leavesOut(page: PDFPageProxy): Promise<boolean> {
  const over: readonly Overlaid[] = await page.getAnnotations().catch(() => []);
  return over.some(isLeftOut);
}

/**
 * What a PDF holds besides its pages. The pages of such files only say, in English, that another
 * program is needed.
 */
async function elsewhereIn(pdf: PDFDocumentProxy): Promise<PdfElsewhere | null> {
  const told = await pdf.getMetadata().catch(() => null);
  const info: { IsXFAPresent?: boolean; IsAcroFormPresent?: boolean; IsCollectionPresent?: boolean } = told?.info ?? {};
  // An XFA form with ordinary fields beside it shows its content on the pages.
  if (info.IsXFAPresent === true && info.IsAcroFormPresent !== true) return 'form';
  return info.IsCollectionPresent === true ? 'files' : null;
}

// Detects what the library leaves out silently: an image that it could not decode, a gradient that
// it does not know and paints in another colour, a tick whose look the file does not define.

/** What the library's worker sends to the page, as far as it is read here. */
type FromDrawing = { readonly action?: unknown; readonly data?: unknown };

type Losses = {
  /**
   * Whether something of this page (from 1) could not be decoded. What several pages share counts
   * for all of them.
   */
  readonly isLost: (place: number) => boolean;
};

/**
 * Watches the messages of the library's worker. They are undocumented: a browser test checks their
 * form.
 */
export function watchLosses(port: Pick<Worker, 'addEventListener'>): Losses {
  const pages = new Set<number>();
  let isSharedLost = false;
  port.addEventListener('message', ({ data: message }: MessageEvent<FromDrawing>) => {
    const data: readonly unknown[] = Array.isArray(message.data) ? message.data : [];
    // `data` is [name, index of the page, kind, object]; for shared objects it is without the
    // index.
    const [, place, kind, made] = data;
    if (message.action === 'obj' && typeof place === 'number' && isLost(kind, made)) pages.add(place + 1);
    if (message.action === 'commonobj' && isLost(place, kind)) isSharedLost = true;
  });
  return { isLost: (place) => isSharedLost || pages.has(place) };
}

/** Whether an object was lost: an image is then null, a font its error, a gradient a dummy. */
function isLost(kind: unknown, made: unknown): boolean {
  if (kind === 'Image') return made === null;
  if (kind === 'Font') return typeof made === 'object' && made !== null && 'error' in made;
  return kind === 'Pattern' && Array.isArray(made) && made[0] === 'Dummy';
}

/** An annotation over a page, as the library returns it. */
export type Overlaid = {
  readonly subtype?: string;
  readonly hasAppearance?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly fieldValue?: unknown;
  /**
   * The name of the ticked look of a checkbox; absent when the file does not define one.
   * `buttonValue`: that of a radio button.
   */
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
};

/**
 * Whether an annotation is visible on paper but not drawn here: a tick or a stamp whose look the
 * file leaves to the program.
 */
export function isLeftOut(over: Overlaid): boolean {
  const { fieldValue } = over;
  if (over.subtype === 'Stamp') return over.hasAppearance === false;
  const isTicked = typeof fieldValue === 'string' && fieldValue !== '' && fieldValue !== 'Off';
  if (over.checkBox === true) return isTicked && typeof over.exportValue !== 'string';
  return over.radioButton === true && isTicked && typeof over.buttonValue !== 'string';
}
