// Opens a PDF with the library that draws it. Everything comes from this device: program, worker
// and bytes. Code inside a PDF is not run, and nothing is fetched for it.

import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A canvas of more pixels is refused by iOS, and one this large can be read. */
const PIXELS_MAX = 8_000_000;
/** Finer screens do not make letters easier to read. */
const DENSITY_MAX = 2;

/**
 * `words`: for screen readers; empty for a scan. `isWhole`: nothing that the library could not
 * decode or draw was left out.
 */
export type DrawnPage = { readonly words: string; readonly isWhole: boolean };

/**
 * What a file holds that is not on its pages: the fields of another kind of form (XFA), or other
 * files.
 */
type PdfElsewhere = 'form' | 'files';

export type OpenedPdf = {
  readonly pageCount: number;
  /** Null: all that it holds is on its pages. */
  readonly elsewhere: PdfElsewhere | null;
  /** Width by height of page `place` (from 1). Rejects after `close`. */
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
export type PdfTrouble = 'password' | 'empty' | 'damaged';

/** The reason behind an error of `openPdf`: only the library's own word counts as a password. */
export function pdfTroubleOf(error: unknown): PdfTrouble {
  if (!(error instanceof Error)) return 'damaged';
  return error.name === 'PasswordException' ? 'password' : error.name === EMPTY ? 'empty' : 'damaged';
}

const EMPTY = 'EmptyPdf';

/**
 * Where the library's decoders, maps of characters and fonts are (`pdfLibraryFiles` of
 * src/build/pdf-library-files.ts).
 */
const pdfLibraryFolder = `/assets/pdf-${version}/`;

/** Throws when the bytes are no PDF, one without pages, or one that needs a password. */
export async function openPdf(blob: Blob): Promise<OpenedPdf> {
  const data = new Uint8Array(await blob.arrayBuffer());
  const port = new Worker(new URL('./pdf-drawing.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port });
  // The policy of the page allows no code made at run time.
  const loading = getDocument({
    data,
    worker,
    isEvalSupported: false,
    enableXfa: false,
    wasmUrl: pdfLibraryFolder,
    cMapUrl: pdfLibraryFolder,
    standardFontDataUrl: pdfLibraryFolder,
    iccUrl: pdfLibraryFolder,
    // The worker fetches these files itself, so that the page is free while a scan is decoded.
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
  const pdf = await loading.promise.catch((error: unknown) => {
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

/** The words of a page; none where its text can't be read, which takes nothing from the picture. */
async function wordsOf(page: PDFPageProxy): Promise<string> {
  const content = await page.getTextContent().catch(() => null);
  const items = content?.items ?? [];
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

async function leavesOut(page: PDFPageProxy): Promise<boolean> {
  const over: readonly Overlaid[] = await page.getAnnotations().catch(() => []);
  return over.some(isLeftOut);
}

/** The pages of such files only say that another program is needed, and in English. */
async function elsewhereIn(pdf: PDFDocumentProxy): Promise<PdfElsewhere | null> {
  const told = await pdf.getMetadata().catch(() => null);
  const info: { IsXFAPresent?: boolean; IsAcroFormPresent?: boolean; IsCollectionPresent?: boolean } = told?.info ?? {};
  // With fields of the usual kind beside it, the pages show what was filled in.
  if (info.IsXFAPresent === true && info.IsAcroFormPresent !== true) return 'form';
  return info.IsCollectionPresent === true ? 'files' : null;
}

// What the library leaves out of a page without a word: it sends an image that it could not decode
// as nothing, paints a colour of its own for a run of colours that it does not know, skips a tick
// that does not say how it looks, and draws on.

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
    // [name, index of the page, kind, what it is], and without the index where pages share it.
    const [, place, kind, made] = data;
    if (message.action === 'obj' && typeof place === 'number' && isLost(kind, made)) pages.add(place + 1);
    if (message.action === 'commonobj' && isLost(place, kind)) isSharedLost = true;
  });
  return { isLost: (place) => isSharedLost || pages.has(place) };
}

/** An image is lost as null, a font as its error, a run of colours as a stand-in. */
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
   * For checkboxes and radio buttons: the name of the ticked look. Absent: the file does not define
   * it.
   */
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
};

/**
 * Whether something that is seen on paper is not drawn: a tick or a stamp whose look is left to the
 * program.
 */
export function isLeftOut(over: Overlaid): boolean {
  const { fieldValue } = over;
  if (over.subtype === 'Stamp') return over.hasAppearance === false;
  const isTicked = typeof fieldValue === 'string' && fieldValue !== '' && fieldValue !== 'Off';
  if (over.checkBox === true) return isTicked && typeof over.exportValue !== 'string';
  return over.radioButton === true && isTicked && typeof over.buttonValue !== 'string';
}
