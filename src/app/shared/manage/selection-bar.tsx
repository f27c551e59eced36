import { announce } from '#ui/base/visually-hidden.tsx';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { footRef } from '../screen/foot-ref.ts';
import { selectedText, SELECTION } from '../../text/lists/list.ts';
import styles from './selection-bar.module.css';
import type { KeyedRow, Selection } from './use-selection.ts';

/**
 * The id of a row's checkbox, which receives the focus when an action on the ticked rows is over.
 */
export const selectId = (key: string) => `select-${key}`;

/**
 * The bar with the actions for the ticked rows; nothing while none is ticked. It is the only dark
 * object in the page, so that it is found at once. `allText`: the words of the button that ticks
 * every row on screen.
 */
export function SelectionBar<Row extends KeyedRow>(props: {
  selection: Selection<Row>;
  allText: string;
  children: ReactNode;
}) {
  const { selection, allText, children } = props;
  const isPhone = useLayoutKind() === 'phone';
  const count = selection.selected.length;
  useSelectionNews(selection);
  if (count === 0) return null;
  return (
    <section ref={footRef} className={styles.bar} aria-label="Itens selecionados">
      <span className={styles.count}>{selectedText(count)}</span>
      {selection.isAll ? null : (
        <button type="button" className={styles.all} onClick={selection.toggleAll}>
          {allText}
        </button>
      )}
      <button type="button" className={styles.clear} aria-label={SELECTION.clear} onClick={selection.clear}>
        <X size={20} strokeWidth={1.75} aria-hidden />
        <span>{isPhone ? SELECTION.clearShort : SELECTION.clear}</span>
      </button>
      <span className={styles.actions}>{children}</span>
    </section>
  );
}

/** The buttons of the bar, outlined, in the colours for a dark background. */
export function OutlinedActs({ children }: { children: ReactNode }) {
  return (
    <span className={styles.outlined} data-theme="dark">
      {children}
    </span>
  );
}

/**
 * Announces how many rows are ticked. When the last tick goes, the bar disappears; a focus inside
 * it then moves to the row that was ticked last.
 */
function useSelectionNews<Row extends KeyedRow>({ selected, lastTicked }: Selection<Row>): void {
  const count = selected.length;
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const ticked = before.current;
    before.current = lastTicked;
    if (count > 0) announce(selectedText(count));
    else if (ticked !== undefined) {
      announce(selectedText(0));
      if (isFocusLost()) document.getElementById(selectId(ticked))?.focus();
    }
  }, [count, lastTicked]);
}
