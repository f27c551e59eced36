import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Download, FileWarning, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { saveFile } from '../../device/save-file.ts';
import { pageOfText, PDF_TEXT } from '../../text/document/files.ts';
import { openPdf, type OpenedPdf, type PdfTrouble, pdfTroubleOf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';
import styles from './pdf-pages.module.css';

/** Widths of a page, in widths of the place for it. */
const ZOOMS = [1, 1.5, 2, 3] as const;

type ViewerState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly trouble: PdfTrouble }
  | { readonly kind: 'open'; readonly pdf: OpenedPdf };

/**
 * What scrolls has to take the keys that scroll it; Safari gives them only to what can have the
 * focus.
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
