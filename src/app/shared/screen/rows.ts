// Moving through the rows of a screen by keys (src/app/experience.md, experience W6). A row is an
// element with `data-row`; its link is what Enter opens, so the focus itself is the mark of the
// row. A row of management without a link has it on its name (`data-row-name`), from which Tab goes
// on to its controls.

import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * Moves the focus to the next or the previous row; to the first one while no row has it. False at
 * an end of the rows.
 */
export function moveToRow(by: 1 | -1): boolean {
  const rows = rowsOfScreen();
  const at = rows.findIndex(({ row }) => row.contains(document.activeElement));
  const next = rows[at === -1 ? 0 : at + by];
  next?.target.focus();
  return next !== undefined;
}

/**
 * The rows that lead anywhere or can be ticked: a name of a result that its reader may not follow
 * is no link.
 */
function rowsOfScreen() {
  return [...document.querySelectorAll('main [data-row]')].flatMap((row) => {
    const target = row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('[data-row-name]');
    return target === null ? [] : [{ row, target }];
  });
}

let tickRow: ((key: string) => void) | null = null;

/**
 * Lets the key that ticks rows reach the list of this screen. `tick` takes the value of `data-row`.
 */
export function useTickedByKey(tick: (key: string) => void): void {
  useEffect(() => {
    tickRow = tick;
    return () => {
      tickRow = null;
    };
  }, [tick]);
}

/** Ticks the row that has the focus, where the screen has ticks. */
export function tickFocusedRow(): void {
  const key = document.activeElement?.closest<HTMLElement>('main [data-row]')?.dataset['row'];
  if (key !== undefined) tickRow?.(key);
}

/**
 * For the element around a search field (`#busca`) and the rows that it finds: the arrows lead from
 * the field to the first row, through the rows, and from the first row back to the field.
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
 * `keys`: the values of `data-row` on screen, in their order. When the row that had the focus
 * leaves the list, as after an act that its filter does not match, the row that took its place gets
 * the focus; the heading of the screen where no row is left.
 */
export function useFocusOfGoneRow(keys: readonly string[]): void {
  const last = useRef<string | null>(null);
  const before = useRef(keys);
  const gone = useRef(-1);
  useEffect(() => {
    const note = (target: EventTarget | null) => {
      // A dialog over the list is outside of main: its row is gone on with when it closes.
      if (!(target instanceof Element) || target.closest('main') === null) return;
      last.current = target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null;
    };
    const onFocus = ({ target }: FocusEvent) => note(target);
    // A row may have the focus before this effect runs, which is after the rows are painted.
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
    // A closing dialog gives the focus back within a frame.
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
