// Numbers of changes for rows of a server that has none (S106). A row's number has two parts.
// Before the point stands the number that a server with changes gave it last, 0 for none. Behind it
// stands this mirror's own count of what it took from lists and answers. So every number of a
// server with changes is greater than what was counted here before it, and between two own numbers
// the later one is greater.

/**
 * How much one own count is worth: more own counts than a mirror ever makes are less than 1, and
 * all of them are exact.
 */
const STEP = 2 ** -24;

/** The own count in a number; 0 when a server gave it. */
export function countIn(rev: number): number {
  return (rev - Math.floor(rev)) / STEP;
}

/** The number of a row that had `rev` (0 for a new one) and is written as the own count `count`. */
export function numbered(rev: number, count: number): number {
  return Math.floor(rev) + count * STEP;
}
