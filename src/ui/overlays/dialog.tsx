import { lazyPart } from '../base/lazy-part.tsx';
import type { DialogProps } from './dialog-window.tsx';
import { OnceOpened, useLoadedAtRest } from './once-opened.tsx';

const loadWindow = () => import('./dialog-window.tsx');
const DialogWindow = lazyPart(async () => (await loadWindow()).DialogWindow);

export type { DialogProps };

/**
 * A modal dialog; on phones a sheet from the bottom. The focus moves into it, stays inside, and
 * returns to where it was. Its code is not loaded with the screen, but at the first opening, or
 * before when the browser is idle.
 */
export function Dialog(props: DialogProps) {
  useDialogAtRest();
  return (
    <OnceOpened isOpen={props.isOpen}>
      <DialogWindow {...props} />
    </OnceOpened>
  );
}

/**
 * Loads the code of `Dialog` when the browser is idle: for a screen that may open a dialog from
 * code that is loaded later.
 */
export function useDialogAtRest(): void {
  useLoadedAtRest(loadWindow);
}
