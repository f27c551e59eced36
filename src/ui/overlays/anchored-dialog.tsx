import { lazy } from 'react';
import type { DialogProps } from './dialog.tsx';
import { OnceOpened } from './once-opened.tsx';
import { useLoadedAtRest } from './use-loaded-at-rest.ts';

const loadWindow = () => import('./anchored-window.tsx');
const AnchoredWindow = lazy(async () => ({ default: (await loadWindow()).AnchoredWindow }));

/** Props of `AnchoredDialog`: those of `Dialog` that it has. It is 400 wide. */
export type AnchoredDialogProps = Pick<
  DialogProps,
  'isOpen' | 'onClose' | 'title' | 'action' | 'footer' | 'children'
> & {
  /** Id of the element that it stands beside: at its left, from its top on, or where there is room. */
  beside: string;
};

/**
 * A dialog that stands beside an element and leaves the page readable, for wide screens. The focus moves into it, stays
 * inside, and returns to where it was; Escape and a press outside close it. Its code loads when it is opened.
 */
export function AnchoredDialog(props: AnchoredDialogProps) {
  return (
    <OnceOpened isOpen={props.isOpen}>
      <AnchoredWindow {...props} />
    </OnceOpened>
  );
}

/** Loads what an `AnchoredDialog` draws when the browser is idle: for the screen that may open one. */
export function useAnchoredDialogAtRest(): void {
  useLoadedAtRest(loadWindow);
}
