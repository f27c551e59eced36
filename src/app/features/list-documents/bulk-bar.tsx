import { Button } from '#ui/actions/button.tsx';
import { announce } from '#ui/base/live-region.tsx';
import { Download, X } from 'lucide-react';
import { useEffect } from 'react';
import { LIST, selectedText } from '../../text/list.ts';
import styles from './bulk-bar.module.css';
import { useDownload } from './use-download.ts';
import type { Selection } from './use-selection.ts';

/** What can be done to the ticked rows; the one dark object on the page, so that scope and action are found at once. */
export function BulkBar({ selection, onScreen }: { selection: Selection; onScreen: number }) {
  const count = selection.selected.length;
  const download = useDownload();
  useEffect(() => {
    if (count > 0) announce(selectedText(count));
  }, [count]);
  if (count === 0) return null;
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
        <Button
          variant="inverse"
          icon={Download}
          isPending={download.isBusy}
          onPress={() => void download.many(selection.selected)}
        >
          {LIST.downloadAll}
        </Button>
      </span>
    </section>
  );
}
