// The only place on the server that reads the machine's clock; the linter enforces it. Everything
// else takes the clock of the services, which CLOCK_OFFSET_MS moves.

/** The server's clock: epoch milliseconds of the machine, moved by `offsetMs`. */
export function movedClock(offsetMs: number): () => number {
  return () => Date.now() + offsetMs;
}

/**
 * Milliseconds since the instant `instantMs` of the machine's clock, which also dates stored files.
 */
export function ageOfStored(instantMs: number): number {
  return Date.now() - instantMs;
}
