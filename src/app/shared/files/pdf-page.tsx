import { Button } from '#ui/actions/button.tsx';
import { Download } from 'lucide-react';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { useEffect, useRef, useState } from 'react';
import { PDF_TEXT } from '../../text/document/files.ts';
import type { DrawnPage, OpenedPdf } from './open-pdf.ts';
import styles from './pdf-pages.module.css';

/** The shape of a page before it was read: 210 × 297 mm. */
const USUAL_SHAPE = 210 / 297;
/** Pages are drawn this far above and below what is seen. */
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
  /** Gives the file to the person, who then sees in another program what can't be drawn here. */
  onSave: () => void;
}) {
  const { pdf, place, label, zoom, onSave } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(place === 1);
  const [shape, setShape] = useState(USUAL_SHAPE);
  const [drawn, setDrawn] = useState<DrawnPage | 'failed' | null>(null);

  // The size is known before the page is drawn, so that the page on screen does not move. Thousands
  // of pages are not read at once.
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
    // The margin counts only around the element that scrolls. A fling brings several entries at
    // once: the last one is true.
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
