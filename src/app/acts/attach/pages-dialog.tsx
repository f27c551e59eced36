import { Button } from '#ui/actions/button.tsx';
import { announce } from '#ui/base/live-region.tsx';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Paperclip, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FileProblems } from '../../shared/files/file-problems.tsx';
import { withoutPages } from '../../shared/draft/page-edits.ts';
import { joinedText, pageTitle, PAGES_TEXT, takenText } from '../../text/pages.ts';
import type { DraftPage } from '#mirror/store/draft-row.ts';
import { PageTools } from './page-tools.tsx';
import { PageStrip } from './page-strip.tsx';
import { PageView } from './page-view.tsx';
import styles from './pages-dialog.module.css';
import type { Attachments } from './use-attachments.ts';
import { useJoin } from './use-join.ts';
import { usePageWorker } from './use-page-worker.ts';
import { useRendered } from './use-rendered.ts';
import { useTakenPhotos } from './use-taken-photos.ts';

/**
 * The pages of a PDF that is being made: each is cropped, turned and toned by itself, they are put in order, and joined. The draft
 * keeps each photograph as it was taken until its page is there, and each change at once, so that closing loses nothing. No page
 * leaves the device before the PDF is attached and sent.
 */
export function PagesDialog({ attachments }: { attachments: Attachments }) {
  const { draft, close, loose, changePages } = attachments;
  const { pages } = draft;
  const worker = usePageWorker();
  const [place, setPlace] = useState(0);
  const isWaiting = useTakenPhotos(worker, { attachments, onPage: setPlace });
  const rendered = useRendered(worker, pages);
  const join = useJoin(worker, { attachments, rendered });
  const at = Math.min(place, pages.length - 1);
  const page = pages[at];

  // The last page was erased, or the only photograph could not be read, which the form says.
  const isOver = pages.length === 0 && !isWaiting;
  useEffect(() => {
    if (isOver) close();
  }, [isOver, close]);

  function change(changes: Partial<DraftPage>) {
    changePages((latest) => latest.map((one) => (one.fileId === page?.fileId ? { ...one, ...changes } : one)));
  }

  function erase() {
    if (page !== undefined) changePages((latest) => withoutPages(latest, [page.fileId]));
    setPlace(Math.max(0, at - 1));
  }

  return (
    <Dialog
      isOpen
      onClose={() => {
        if (loose > 0) announce(PAGES_TEXT.closed);
        close();
      }}
      title={page === undefined ? PAGES_TEXT.preparing : pageTitle(at + 1, pages.length)}
      size="full"
      action={
        page === undefined ? null : (
          <span className={styles.erase}>
            <Button variant="quiet" size="sm" icon={Trash2} onPress={erase}>
              {PAGES_TEXT.erase}
            </Button>
          </span>
        )
      }
    >
      <div className={styles.pages}>
        {page === undefined ? (
          <div role="status" aria-label={PAGES_TEXT.preparing}>
            <SkeletonBlock height={320} />
          </div>
        ) : (
          <PageView
            page={page}
            label={pageTitle(at + 1, pages.length)}
            worker={worker}
            onCorners={(corners) => change({ corners })}
          />
        )}
        <div className={styles.side}>
          {page === undefined ? null : <PageTools page={page} attachments={attachments} onChange={change} />}
          <PageStrip attachments={attachments} rendered={rendered} place={at} onPlace={setPlace} />
          <div className={styles.foot}>
            <p className={styles.sizes}>
              <b>{joinedText(pages.length, join.bytes)}</b>
              <span>{takenText(pages.reduce((sum, one) => sum + one.takenBytes, 0))}</span>
            </p>
            <FileProblems
              sentences={[...attachments.field.problems, ...(join.problem === null ? [] : [join.problem])]}
            />
            <Button
              variant="primary"
              size="lg"
              icon={Paperclip}
              isWide
              isDisabled={!join.canJoin || isWaiting}
              isPending={join.isJoining}
              onPress={() => void join.join()}
            >
              {join.isJoining ? PAGES_TEXT.joining : isWaiting ? PAGES_TEXT.preparing : PAGES_TEXT.attachPdf}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  );
}
