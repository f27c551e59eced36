import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Download, FileWarning, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState, useRef } from 'react';
import { saveFile } from '../../device/save-file.ts';
import { pageOfText, PDF_TEXT } from '../../text/document/files.ts';
import { openPdf, type OpenedPdf, type PdfTrouble, pdfTroubleOf, type DrawnPage } from './open-pdf.ts';
import styles from './pdf-pages.module.css';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';

/** Zoom steps: the width of a page relative to the viewer. */
const ZOOMS = [1, 1.5, 2, 3] as const;

type ViewerState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly trouble: PdfTrouble }
  | { readonly kind: 'open'; readonly pdf: OpenedPdf };

/**
 * Makes the scrolling element focusable, because Safari gives scroll keys only to focusable
 * elements.
 */
function takesKeys(element: HTMLElement | null): void {
  if (element !== null) element.tabIndex = 0;
}

/**
 * The pages of a PDF, one below the other, in the page itself: for browsers that show no PDF in a
 * frame (src/app/experience.md, experience T20).
 */
export function PdfPages({ name, blob }: { name: string; blob: Blob }) {
  const [shown, setShown] = useState<ViewerState>({ kind: 'loading' });
  const [zoom, setZoom] = useState(0);

  useEffect(() => {
    let isOver = false;
    let opened: OpenedPdf | null = null;
    openPdf(blob).then(
      (pdf) => {
        opened = pdf;
        if (isOver) pdf.close();
        else setShown({ kind: 'open', pdf });
      },
      (error: unknown) => {
        if (!isOver) setShown({ kind: 'failed', trouble: pdfTroubleOf(error) });
      },
    );
    return () => {
      isOver = true;
      opened?.close();
    };
  }, [blob]);

  if (shown.kind === 'loading') {
    return (
      <div role="status" aria-label={PDF_TEXT.opening}>
        <SkeletonBlock height={480} />
      </div>
    );
  }
  if (shown.kind === 'failed') {
    return (
      <EmptyState icon={FileWarning} title={PDF_TEXT.notShown}>
        {PDF_TEXT.trouble[shown.trouble]}
      </EmptyState>
    );
  }
  const { pdf } = shown;
  const save = () => void saveFile(blob, name);
  const places = Array.from({ length: pdf.pageCount }, (_, index) => index + 1);
  return (
    <div className={styles.viewer}>
      <div className={styles.tools}>
        <IconButton
          icon={ZoomOut}
          label={PDF_TEXT.smaller}
          isDisabled={zoom === 0}
          onPress={() => setZoom((step) => step - 1)}
        />
        <IconButton
          icon={ZoomIn}
          label={PDF_TEXT.larger}
          isDisabled={zoom === ZOOMS.length - 1}
          onPress={() => setZoom((step) => step + 1)}
        />
      </div>
      {pdf.elsewhere === null ? null : (
        <div className={styles.elsewhere} role="note">
          <p>{PDF_TEXT.elsewhere[pdf.elsewhere]}</p>
          <Button size="sm" icon={Download} onPress={save}>
            {PDF_TEXT.open}
          </Button>
        </div>
      )}
      <section ref={takesKeys} className={styles.pages} aria-label={name}>
        {places.map((place) => (
          <PdfPage
            key={place}
            pdf={pdf}
            place={place}
            label={pageOfText(place, pdf.pageCount)}
            zoom={ZOOMS[zoom] ?? 1}
            onSave={save}
          />
        ))}
      </section>
    </div>
  );
}

/** The shape of a page before it was read: 210 × 297 mm. */
const USUAL_SHAPE = 210 / 297;
/** How far above and below the window pages are drawn. */
const NEAR = '60% 0px';

/**
 * One page. Only pages near the window have their picture, because a phone ends a page whose
 * canvases are too large (src/app/experience.md, experience T20); a page far away keeps its place
 * and gives its memory back.
 */
export function PdfPage(props: {
  pdf: OpenedPdf;
  place: number;
  label: string;
  zoom: number;
  /** Downloads the file, so that another program can show what could not be drawn. */
  onSave: () => void;
}) {
  const { pdf, place, label, zoom, onSave } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(place === 1);
  const [shape, setShape] = useState(USUAL_SHAPE);
  const [drawn, setDrawn] = useState<DrawnPage | 'failed' | null>(null);

  // Reads the page's shape before it is drawn, so that the visible page does not move, and only
  // near the window, because a PDF may have thousands of pages.
  useEffect(() => {
    if (!isNear) return undefined;
    let isOver = false;
    pdf.shapeOf(place).then(
      (known) => {
        if (!isOver) setShape(known);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [pdf, place, isNear]);

  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    // `root`, because a margin counts only around the element that scrolls. A fast scroll reports
    // several entries at once; the last one is current.
    const watch = new IntersectionObserver((seen) => setNear(seen.at(-1)?.isIntersecting ?? false), {
      root: current.closest('section'),
      rootMargin: NEAR,
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    const target = canvas.current;
    const width = frame.current?.clientWidth ?? 0;
    if (!isNear || target === null || width === 0) return undefined;
    const drawing = pdf.draw({ place, canvas: target, width });
    let isOver = false;
    drawing.done.then(
      (page) => {
        if (!isOver) setDrawn(page);
      },
      () => {
        if (!isOver) setDrawn('failed');
      },
    );
    return () => {
      isOver = true;
      drawing.cancel();
      target.width = 0;
      target.height = 0;
    };
  }, [pdf, place, isNear, zoom]);

  const style = { '--shape': shape, '--zoom': zoom } as React.CSSProperties;
  const isPartial = drawn === 'failed' || drawn?.isWhole === false;
  return (
    <div ref={frame} className={styles.page} style={style}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="img"
        aria-label={label}
        data-drawn={drawn === null ? undefined : isPartial ? 'partial' : 'whole'}
      />
      {drawn === null || drawn === 'failed' || drawn.words === '' ? null : (
        <VisuallyHidden>{drawn.words}</VisuallyHidden>
      )}
      {isPartial ? (
        <div className={styles.partial} role="note">
          <p>{drawn === 'failed' ? PDF_TEXT.notDrawn : PDF_TEXT.partial}</p>
          <Button size="sm" icon={Download} onPress={onSave}>
            {PDF_TEXT.open}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
