import type { DraftPage } from '#mirror/store/draft-row.ts';
import { Button } from '#ui/actions/button.tsx';
import { announce } from '#ui/base/visually-hidden.tsx';
import { OrderedStrip } from '#ui/fields/ordered-strip.tsx';
import { ArrowLeft, ArrowRight, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { inOrder } from '../../shared/draft/page-edits.ts';
import { movedText, orderText, pageTitle, PAGES_TEXT, uncutLabel, uncutText } from '../../text/document/files.ts';
import styles from './pages-dialog.module.css';
import type { Attachments } from './use-attachments.ts';
import { usePhotoButton } from './use-photo-button.tsx';
import type { Rendering } from './use-rendered.ts';

/**
 * The strip of pages in their order. It marks the cropped ones, takes another photograph, and has
 * two buttons that move the chosen page.
 */
export function PageStrip(props: {
  attachments: Attachments;
  rendered: ReadonlyMap<string, Rendering>;
  place: number;
  onPlace: (place: number) => void;
}) {
  const { attachments, rendered, place, onPlace } = props;
  const { pages } = attachments.draft;
  const strip = useRef<HTMLDivElement>(null);
  const another = usePhotoButton(attachments, { replaces: null });

  /** `ids`: the files of the pages in their new order. */
  function order(ids: readonly string[]) {
    const next = ids.findIndex((id) => id === pages[place]?.fileId);
    attachments.changePages((latest) => inOrder(latest, ids));
    onPlace(next);
    announce(movedText(next + 1, pages.length));
  }

  function move(by: 1 | -1) {
    const ids = pages.map((page) => page.fileId);
    const [moved] = ids.splice(place, 1);
    if (moved !== undefined) order(ids.toSpliced(place + by, 0, moved));
  }

  function uncut(page: DraftPage, index: number) {
    attachments.changePages((latest) =>
      latest.map((one) => (one.fileId === page.fileId ? { ...one, corners: null } : one)),
    );
    onPlace(index);
    announce(uncutText(index + 1));
    // The button disappears with the crop; the focus returns to its page.
    strip.current?.querySelector<HTMLElement>(`[data-key="${page.fileId}"]`)?.focus();
  }

  // Scrolls the strip so that the chosen page and its neighbours are in sight.
  useEffect(() => {
    const chosen = strip.current?.querySelector('[data-selected]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [place]);

  return (
    <>
      <div ref={strip} className={styles.strip} aria-busy={pages.some((page) => !rendered.has(page.fileId))}>
        <div className={styles.taken}>
          <OrderedStrip
            label={PAGES_TEXT.order}
            items={pages.map((page, index) => ({
              id: page.fileId,
              label: pageTitle(index + 1, pages.length),
              content: <Thumb place={index + 1} address={rendered.get(page.fileId)?.made?.thumbAddress ?? null} />,
            }))}
            chosenId={pages[place]?.fileId ?? null}
            onChoose={(id) => onPlace(pages.findIndex((page) => page.fileId === id))}
            onOrder={order}
          />
          <CutMarks pages={pages} onUncut={uncut} />
        </div>
        <button type="button" className={styles.another} onClick={another.open}>
          <Plus size={24} strokeWidth={1.75} aria-hidden />
          {PAGES_TEXT.another}
        </button>
        {another.parts}
      </div>
      {pages.length < 2 ? null : (
        <div className={styles.order}>
          <span>{orderText(place + 1)}</span>
          <Button size="sm" icon={ArrowLeft} isDisabled={place === 0} onPress={() => move(-1)}>
            {PAGES_TEXT.earlier}
          </Button>
          <Button size="sm" iconEnd={ArrowRight} isDisabled={place === pages.length - 1} onPress={() => move(1)}>
            {PAGES_TEXT.later}
          </Button>
        </div>
      )}
    </>
  );
}

function Thumb({ place, address }: { place: number; address: string | null }) {
  return (
    <span className={styles.thumb}>
      <span className={styles.place}>{place}</span>
      {address === null ? null : <img src={address} alt="" draggable={false} />}
    </span>
  );
}

/**
 * A mark with a button below each cropped page. Without it, only the frame of the chosen page would
 * show that the page was cropped.
 */
function CutMarks({
  pages,
  onUncut,
}: {
  pages: readonly DraftPage[];
  onUncut: (page: DraftPage, index: number) => void;
}) {
  if (pages.every((page) => page.corners === null)) return null;
  return (
    <div className={styles.cuts}>
      {pages.map((page, index) =>
        page.corners === null ? (
          <span key={page.fileId} />
        ) : (
          <button
            key={page.fileId}
            type="button"
            className={styles.cut}
            aria-label={uncutLabel(index + 1)}
            onClick={() => onUncut(page, index)}
          >
            <span>{PAGES_TEXT.cut}</span>
            <b>{PAGES_TEXT.uncut}</b>
          </button>
        ),
      )}
    </div>
  );
}
