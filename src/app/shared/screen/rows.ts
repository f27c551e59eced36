// Moves through the rows of a screen by keys (src/app/experience.md, experience W6). A row is an
// element with `data-row`. The focus marks the present row: it is on the row's link, which Enter
// opens. A row of management may have no link. Then its name (`data-row-name`) has the focus, and
// Tab goes on to the controls of the row.

import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * Moves the focus to the next row (1) or to the previous one (-1); to the first row while no row
 * has the focus. Returns false at an end of the rows.
 */
export function moveToRow(by: 1 | -1): boolean {
  const rows = rowsOfScreen();
  const at = rows.findIndex(({ row }) => row.contains(document.activeElement));
  const next = rows[at === -1 ? 0 : at + by];
  next?.target.focus();
  return next !== undefined;
}

/**
 * The rows that the focus can go to, each with the element that takes it. A result that its reader
 * may not open has no link and is left out.
 */
function rowsOfScreen() {
  return [...document.querySelectorAll('main [data-row]')].flatMap((row) => {
    const target = row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('[data-row-name]');
    return target === null ? [] : [{ row, target }];
  });
}

let tickRow: ((key: string) => void) | null = null;

/**
 * Connects the key that ticks rows with the list on screen. `tick` gets the `data-row` of the
 * focused row.
 */
export function useTickedByKey(tick: (key: string) => void): void {
  useEffect(() => {
    tickRow = tick;
    return () => {
      tickRow = null;
    };
  }, [tick]);
}

export function tickFocusedRow(): void {
  const key = document.activeElement?.closest<HTMLElement>('main [data-row]')?.dataset['row'];
  if (key !== undefined) tickRow?.(key);
}

/**
 * Handles the arrow keys in the element that holds a search field (`#busca`) and its results. They
 * lead from the field to the first row, through the rows, and from the first row back to the field.
 */
export function moveByArrows(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (event.nativeEvent.isComposing || !(event.target instanceof Element)) return;
  const isField = event.target.matches('#busca input');
  const isLink = event.target.matches('[data-row] a');
  if ((!isField && !isLink) || (isField && event.key === 'ArrowUp')) return;
  event.preventDefault();
  const row = event.target.closest('[data-row]');
  const isFirst = row !== null && row === rowsOfScreen()[0]?.row;
  if (isFirst && event.key === 'ArrowUp') document.querySelector<HTMLElement>('#busca input')?.focus();
  else moveToRow(event.key === 'ArrowDown' ? 1 : -1);
}

/**
 * Moves the focus on when the focused row leaves the list, for example because it no longer matches
 * the filter after an act. The row that took its place gets the focus, or the heading of the screen
 * where no row is left. `keys`: the values of `data-row` on screen, in their order.
 */
export function useFocusOfGoneRow(keys: readonly string[]): void {
  const last = useRef<string | null>(null);
  const before = useRef(keys);
  const gone = useRef(-1);
  useEffect(() => {
    const note = (target: EventTarget | null) => {
      // A dialog over the list is outside of main. While it has the focus, the row that opened it
      // stays noted.
      if (!(target instanceof Element) || target.closest('main') === null) return;
      last.current = target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null;
    };
    const onFocus = ({ target }: FocusEvent) => note(target);
    // This effect runs after the rows are painted, so a row may have the focus already.
    note(document.activeElement);
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  useEffect(() => {
    const key = last.current;
    if (key !== null && !keys.includes(key)) {
      gone.current = before.current.indexOf(key);
      last.current = null;
    }
    before.current = keys;
    if (gone.current === -1) return;
    // A closing dialog gives the focus back within one frame, so the rows are looked at after two.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const rows = rowsOfScreen();
        const next =
          rows[Math.min(gone.current, rows.length - 1)]?.target ?? document.querySelector<HTMLElement>('main h1');
        gone.current = -1;
        if (isFocusLost()) next?.focus();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [keys]);
}
