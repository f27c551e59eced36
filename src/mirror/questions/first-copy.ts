import type { Position } from '../store/position.ts';

/**
 * The person's open documents come first, then the newest. From this many on, most of a screen's
 * first rows stay as they are.
 */
export const ENOUGH = 40;

/**
 * Whether the first copy of what the person may see is here, or enough of it that the rows still to
 * come change little of a screen's first page. `count`: of the documents that are here.
 */
export function hasFirstCopy(position: Position | undefined, count: number): boolean {
  return position?.snapshotDone === true || count >= ENOUGH;
}
