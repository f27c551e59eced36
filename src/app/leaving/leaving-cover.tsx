import { storageTroubleOf } from '#mirror/store/storage.ts';
import { Button } from '#ui/actions/button.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { RotateCw } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { sharedDevice } from '../device/shared-device.ts';
import { LEAVING, TO_HELP } from './words.ts';
import { COVER_ID, GESTURES, takeGesture } from './gestures.ts';
import { leaving } from './leaving.ts';
import styles from './leaving-cover.module.css';

/**
 * A modal dialog that hides the whole page while its person leaves, and stops every gesture. The
 * hidden page belongs to a person who may be gone. `showModal` makes it inert for keyboards and
 * screen readers too.
 */
export function LeavingCover() {
  const now = useWatched(leaving);
  const isShared = useWatched(sharedDevice) !== null;
  const dialog = useRef<HTMLDialogElement>(null);
  const way = useRef<HTMLDivElement>(null);
  const show = () => {
    if (dialog.current?.open === false) dialog.current.showModal();
  };
  useEffect(() => {
    show();
    const take = (event: Event) => {
      if (!isOnWay(event, way.current)) takeGesture(event);
    };
    for (const name of GESTURES) window.addEventListener(name, take, { capture: true });
    return () => {
      for (const name of GESTURES) window.removeEventListener(name, take, { capture: true });
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      id={COVER_ID}
      className={styles.cover}
      data-theme="dark"
      role="alertdialog"
      aria-labelledby="saindo"
      onCancel={(event: SyntheticEvent) => event.preventDefault()}
      // A browser may close a dialog at the second Escape without asking the page, so it is shown
      // again.
      onClose={show}
      data-react-aria-top-layer="true"
    >
      <div className={styles.words}>
        <p id="saindo" role="alert" className={styles.title}>
          {now.kind === 'failed' ? LEAVING.failed : isShared ? LEAVING.underWayShared : LEAVING.underWay}
        </p>
        {/* The attribute keeps this part audible when a dialog below closes. */}
        {now.kind === 'failed' ? (
          <div className={styles.failed} data-react-aria-top-layer="true">
            <p>{LEAVING.stays}</p>
            <p>{LEAVING.goesOn}</p>
            <p>{TO_HELP[storageTroubleOf(now.error)?.kind ?? 'other']}</p>
            <div ref={way}>
              <Button size="lg" icon={RotateCw} autoFocus isPending={now.isTrying} onPress={now.tryNow}>
                {now.isTrying ? LEAVING.trying : LEAVING.tryNow}
              </Button>
            </div>
          </div>
        ) : null}
      </div>
    </dialog>,
    document.body,
  );
}

/**
 * Whether a gesture is for the button that tries again. Any other key pressed there would reach the
 * shortcuts of the page.
 */
function isOnWay(event: Event, way: Element | null): boolean {
  if (way === null || !(event.target instanceof Node) || !way.contains(event.target)) return false;
  return !(event instanceof KeyboardEvent) || event.key === 'Enter' || event.key === ' ';
}
