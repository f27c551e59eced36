import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { useEffect, useRef, useState } from 'react';
import type { OpenedPdf } from './open-pdf.ts';
import styles from './pdf-pages.module.css';

/** The shape of a page before it was read: 210 × 297 mm. */
const USUAL_SHAPE = 210 / 297;
/** Pages are drawn this far above and below what is seen. */
const NEAR = '60% 0px';

/**
 * One page. Only pages near the window have their picture, because a phone ends a page whose canvases are too large
 * (experience T20); a page far away keeps its place and gives its memory back.
 */
export function PdfPage(props: { pdf: OpenedPdf; place: number; label: string; zoom: number }) {
  const { pdf, place, label, zoom } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(place === 1);
  const [page, setPage] = useState({ shape: USUAL_SHAPE, text: '' });

  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const watch = new IntersectionObserver((seen) => setNear(seen.some((one) => one.isIntersecting)), {
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
      (drawn) => {
        if (!isOver) setPage(drawn);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      drawing.cancel();
      target.width = 0;
      target.height = 0;
    };
  }, [pdf, place, isNear, zoom]);

  const style = { '--shape': page.shape, '--zoom': zoom } as React.CSSProperties;
  return (
    <div ref={frame} className={styles.page} style={style}>
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={label} />
      {page.text === '' ? null : <VisuallyHidden>{page.text}</VisuallyHidden>}
    </div>
  );
}
