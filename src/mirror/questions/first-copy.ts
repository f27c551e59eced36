import type { Position } from '../store/position.ts';

/** With so many documents, of which the person's open ones and the newest came first, a screen's first rows stay. */
export const ENOUGH = 100;

/**
 * Whether the first copy of what the person may see is here, or enough of it that the rows still to come change no screen's
 * first page. `count`: of the documents that are here.
 */
export function hasFirstCopy(position: Position | undefined, count: number): boolean {
  return position?.snapshotDone === true || count >= ENOUGH;
}
