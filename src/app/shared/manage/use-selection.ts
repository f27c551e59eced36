import { useMemo, useState } from 'react';

/** What a row needs to be ticked: a key that stays the same while the row exists. */
export type Keyed = { readonly key: string };

export type Selection<Row extends Keyed> = {
  readonly selected: readonly Row[];
  readonly isAll: boolean;
  /** Key of the row on screen that was ticked last. */
  readonly lastTicked: string | undefined;
  readonly has: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  /** Ticks all rows on screen, or none (rule F9). */
  readonly toggleAll: () => void;
  /** Ticks all of these rows, or none of them when all are ticked already. */
  readonly toggleMany: (rows: readonly Row[]) => void;
  readonly untick: (rows: readonly Row[]) => void;
  readonly clear: () => void;
};

/** The ticked rows on screen; a row that left the screen no longer counts. */
export function useSelection<Row extends Keyed>(rows: readonly Row[]): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  // The same functions each time, so that a tick draws its own row alone.
  const [acts] = useState(() => ({
    toggle: (key: string) =>
      setKeys((before) => (before.has(key) ? without(before, [key]) : new Set([...before, key]))),
    toggleMany: (some: readonly Row[]) =>
      setKeys((before) => {
        const own = keysOf(some);
        return own.every((key) => before.has(key)) ? without(before, own) : new Set([...before, ...own]);
      }),
    untick: (gone: readonly Row[]) => setKeys((before) => without(before, keysOf(gone))),
    clear: () => setKeys(new Set()),
  }));
  return useMemo(() => {
    const selected = rows.filter((row) => keys.has(row.key));
    const isAll = rows.length > 0 && selected.length === rows.length;
    return {
      selected,
      isAll,
      lastTicked: [...keys].findLast((key) => rows.some((row) => row.key === key)),
      has: (key) => keys.has(key),
      toggleAll: () => setKeys(isAll ? new Set() : new Set(keysOf(rows))),
      ...acts,
    };
  }, [rows, keys, acts]);
}

function keysOf(rows: readonly Keyed[]): string[] {
  return rows.map((row) => row.key);
}

function without(keys: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...keys].filter((key) => !gone.includes(key)));
}
