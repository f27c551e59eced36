import { lazyPart } from '../base/lazy-part.tsx';
import type { DialogProps } from './dialog-window.tsx';
import { OnceOpened, useLoadedAtRest } from './once-opened.tsx';

const loadWindow = () => import('./dialog-window.tsx');
const DialogWindow = lazyPart(async () => (await loadWindow()).DialogWindow);

export type { DialogProps };

/**
 * A modal dialog; on phones a sheet from the bottom. The focus moves into it, stays inside, and
 * returns to where it was. Its code is no part of the screen that has it: it loads at the first
 * opening, or before it when the browser is idle.
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
 * Loads what a `Dialog` draws when the browser is idle: for a screen that may open one from code
 * that is loaded later.
 */
export function useDialogAtRest(): void {
  useLoadedAtRest(loadWindow);
}
