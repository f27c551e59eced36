import { Button } from '#ui/actions/button.tsx';
import { announce } from '#ui/base/live-region.tsx';
import { isFocusLost } from '#ui/base/is-focus-lost.ts';
import { Download, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { LIST, selectedText } from '../../text/list.ts';
import styles from './bulk-bar.module.css';
import { selectId } from './documents-table.tsx';
import { useListDownload } from './use-list-download.ts';
import type { Selection } from './use-selection.ts';

/** The actions for the ticked rows. It is the only dark object in the page, so that it is found at once. */
export function BulkBar({ selection, onScreen }: { selection: Selection; onScreen: number }) {
  const count = selection.selected.length;
  const download = useListDownload();
  useSelectionNews(selection);
  if (count === 0) return null;

  /** What was ticked while the files were being fetched stays ticked. */
  async function downloadAll() {
    const { selected } = selection;
    if (!(await download.many(selected))) return;
    announce(LIST.downloaded);
    selection.untick(selected);
  }

  return (
    <section className={styles.bar} aria-label="Itens selecionados">
      <span className={styles.count}>{selectedText(count)}</span>
      {selection.isAll ? null : (
        <button type="button" className={styles.all} onClick={selection.toggleAll}>
          Selecionar todos os {onScreen} desta página
        </button>
      )}
      <span className={styles.actions}>
        <button type="button" className={styles.clear} onClick={selection.clear}>
          <X size={20} strokeWidth={1.75} aria-hidden />
          {LIST.clearSelection}
        </button>
        <Button variant="inverse" icon={Download} isPending={download.isBusy} onPress={() => void downloadAll()}>
          {LIST.downloadAll}
        </Button>
      </span>
    </section>
  );
}

/**
 * Announces how many rows are ticked when that changes. When the last tick goes, the bar goes too, with the focus if it was
 * inside: the focus then moves to the row that was ticked last, where the person goes on.
 */
function useSelectionNews({ selected, lastTicked }: Selection): void {
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
