import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { useMemo, useState } from 'react';

export type Selection = {
  readonly selected: readonly ListedDocument[];
  readonly isAll: boolean;
  /** Key of the row on screen that was ticked last. */
  readonly lastTicked: string | undefined;
  readonly has: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  /** Ticks all rows on screen, or none (rule F9). */
  readonly toggleAll: () => void;
  readonly untick: (rows: readonly ListedDocument[]) => void;
  readonly clear: () => void;
};

/** The ticked rows on screen; a row that left the screen no longer counts. */
export function useSelection(rows: readonly ListedDocument[]): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const selected = rows.filter((row) => keys.has(row.key));
    const isAll = rows.length > 0 && selected.length === rows.length;
    return {
      selected,
      isAll,
      lastTicked: [...keys].findLast((key) => rows.some((row) => row.key === key)),
      has: (key) => keys.has(key),
      toggle: (key) => setKeys((before) => (before.has(key) ? without(before, [key]) : new Set([...before, key]))),
      toggleAll: () => setKeys(isAll ? new Set() : new Set(rows.map((row) => row.key))),
      untick: (gone) =>
        setKeys((before) =>
          without(
            before,
            gone.map((row) => row.key),
          ),
        ),
      clear: () => setKeys(new Set()),
    };
  }, [rows, keys]);
}

function without(keys: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...keys].filter((key) => !gone.includes(key)));
}
