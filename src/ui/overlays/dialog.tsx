import { lazyPart } from '../base/lazy-part.tsx';
import type { ReactNode } from 'react';
import type { IconType } from '../base/icon.ts';
import { OnceOpened } from './once-opened.tsx';
import { useLoadedAtRest } from './use-loaded-at-rest.ts';

const loadWindow = () => import('./dialog-window.tsx');
const DialogWindow = lazyPart(async () => (await loadWindow()).DialogWindow);

type WithClose = ReactNode | ((dialog: { close: () => void }) => ReactNode);

/** Props of `Dialog`. Widths: sm 440, md 560, lg 800, full covers the page, notices is 400 × 481. */
export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  icon?: IconType | undefined;
  iconTone?: 'plain' | 'danger' | 'warn' | 'ok' | 'pencil' | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  size?: 'sm' | 'md' | 'lg' | 'full' | 'notices' | undefined;
  /** Id of the element under which a dialog of the size `notices` stands while it is in sight; not on phones. */
  under?: string | undefined;
  /**
   * Id of the element that the dialog stands beside, 400 wide: at its left, from its top on, or where there is room. It leaves
   * the page readable, for wide screens.
   */
  beside?: string | undefined;
  /** Stands in the header, before the button that closes. */
  action?: ReactNode;
  footer?: WithClose;
  /** Whether a press outside closes the dialog. An alertdialog ignores it. Escape always closes. */
  isDismissable?: boolean | undefined;
  hasClose?: boolean | undefined;
  children?: WithClose;
};

/**
 * A modal dialog; on phones a sheet from the bottom. The focus moves into it, stays inside, and returns to where it was. Its
 * code is no part of the screen that has it: it loads at the first opening, or before it when the browser is idle.
 */
export function Dialog(props: DialogProps) {
  useDialogAtRest();
  return (
    <OnceOpened isOpen={props.isOpen}>
      <DialogWindow {...props} />
    </OnceOpened>
  );
}

/** Loads what a `Dialog` draws when the browser is idle: for a screen that may open one from code that is loaded later. */
export function useDialogAtRest(): void {
  useLoadedAtRest(loadWindow);
}
