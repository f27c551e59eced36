import { useMemo, useState } from 'react';

/** What a row needs to be ticked: a key that stays the same while the row exists. */
export type KeyedRow = { readonly key: string };

export type Selection<Row extends KeyedRow> = {
  readonly selected: readonly Row[];
  readonly isAll: boolean;
  /** How many rows `toggleAll` ticks. */
  readonly allCount: number;
  /**
   * Key of the row on screen that was ticked last, which gets the focus when the bar goes.
   * Undefined while no row is ticked.
   */
  readonly lastTicked: string | undefined;
  readonly has: (key: string) => boolean;
  /** Whether `toggleAll` and `toggleMany` tick the row. */
  readonly goesAlong: (row: Row) => boolean;
  readonly toggle: (key: string) => void;
  /** Ticks all rows on screen that may be ticked together, or none (rule F9). */
  readonly toggleAll: () => void;
  /** Ticks these rows, or unticks them where all are ticked. Other rows stay as they are. */
  readonly toggleMany: (rows: readonly Row[]) => void;
  readonly untick: (rows: readonly Row[]) => void;
  readonly clear: () => void;
};

const every = () => true;

/**
 * The ticked rows on screen; a row that left the screen no longer counts. `goesAlong`: whether
 * `toggleAll` and `toggleMany` tick a row. A row for which an act is not allowed is ticked by hand
 * only, because its tick takes that act away from the whole selection.
 */
export function useSelection<Row extends KeyedRow>(
  rows: readonly Row[],
  goesAlong: (row: Row) => boolean = every,
): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  // Stable functions, so that a tick renders only its own row again.
  const [acts] = useState(() => ({
    toggle: (key: string) =>
      setKeys((before) => (before.has(key) ? without(before, [key]) : new Set([...before, key]))),
    untick: (gone: readonly Row[]) => setKeys((before) => without(before, keysOf(gone))),
    clear: () => setKeys(new Set()),
  }));
  return useMemo(() => {
    const selected = rows.filter((row) => keys.has(row.key));
    const together = rows.filter(goesAlong);
    const isAll = together.length > 0 && together.every(({ key }) => keys.has(key));
    return {
      selected,
      isAll,
      allCount: together.length,
      lastTicked: [...keys].findLast((key) => rows.some((row) => row.key === key)),
      has: (key) => keys.has(key),
      goesAlong,
      toggleAll: () => setKeys(isAll ? new Set() : new Set([...keys, ...keysOf(together)])),
      toggleMany: (some) =>
        setKeys((before) => {
          const own = keysOf(some.filter(goesAlong));
          return own.every((key) => before.has(key)) ? without(before, keysOf(some)) : new Set([...before, ...own]);
        }),
      ...acts,
    };
  }, [rows, keys, acts, goesAlong]);
}

function keysOf(rows: readonly KeyedRow[]): string[] {
  return rows.map((row) => row.key);
}

function without(keys: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...keys].filter((key) => !gone.includes(key)));
}
