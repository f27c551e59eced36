// The only place on the server that reads the machine's clock; the linter enforces it. Everything
// else takes the clock of the services, which CLOCK_OFFSET_MS moves.

/** The server's clock: epoch milliseconds of the machine, moved by `offsetMs`. */
export function movedClock(offsetMs: number): () => number {
  return () => Date.now() + offsetMs;
}

/** How far the clocks of servers on one database may be apart. */
export const APART_MS = 5 * 60_000;

/**
 * Age of a stored file in milliseconds. Files are dated by the machine's own clock, which
 * CLOCK_OFFSET_MS does not move.
 */
export function ageOfStored(instantMs: number): number {
  return Date.now() - instantMs;
}
