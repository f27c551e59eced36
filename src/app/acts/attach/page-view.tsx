import type { DraftPage } from '#mirror/store/draft-row.ts';
import { useEffect, useRef, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { PAGES_TEXT } from '../../text/document/files.ts';
import { CropFrame } from './crop-frame.tsx';
import type { PageWorker } from './page-work.ts';
import styles from './page-view.module.css';
import { pictureOf } from './picture-of.ts';
import { type Corners, turnedSize } from './sheet-geometry.ts';

/**
 * The photograph of a page as it is turned and toned, with the corners of its sheet when it is
 * cropped.
 */
export function PageView(props: {
  page: DraftPage;
  label: string;
  worker: PageWorker;
  onCorners: (corners: Corners) => void;
}) {
  const { page, label, worker, onCorners } = props;
  const { width, height } = turnedSize(page, page.turns);
  const { canvas, isFailed } = usePicture(worker, page);
  return (
    <div className={styles.stage}>
      <div className={styles.photo} style={{ '--ratio': width / height } as React.CSSProperties}>
        {isFailed ? <p className={styles.failed}>{PAGES_TEXT.notReadable}</p> : null}
        <canvas ref={canvas} role="img" aria-label={label} className={styles.picture} />
        {page.corners === null ? null : <CropFrame corners={page.corners} turns={page.turns} onCorners={onCorners} />}
      </div>
    </div>
  );
}

function usePicture(worker: PageWorker, page: DraftPage) {
  const { mirror } = useProfile();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isFailed, setFailed] = useState(false);
  const [opening, setOpening] = useState(page);
  // Other corners alone need no new picture, because corners are drawn over it.
  if (
    opening.fileId !== page.fileId ||
    opening.turns !== page.turns ||
    opening.isBlackAndWhite !== page.isBlackAndWhite
  ) {
    setOpening(page);
  }

  useEffect(() => {
    let isOver = false;
    async function draw() {
      const bitmap = await worker.ask('view', { photo: await pictureOf(mirror, opening), edits: opening });
      const { current } = canvas;
      if (!isOver && current !== null) {
        current.width = bitmap.width;
        current.height = bitmap.height;
        current.getContext('2d')?.drawImage(bitmap, 0, 0);
        setFailed(false);
      }
      bitmap.close();
    }
    draw().catch(() => {
      if (!isOver) setFailed(true);
    });
    return () => {
      isOver = true;
    };
  }, [worker, mirror, opening]);

  return { canvas, isFailed };
}
