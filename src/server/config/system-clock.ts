// The machine's clock, read here and nowhere else on the server (the linter holds it): everything else takes the clock of
// the services, which CLOCK_OFFSET_MS moves.

/** The server's clock: epoch milliseconds of the machine, moved by `offsetMs`. */
export function movedClock(offsetMs: number): () => number {
  return () => Date.now() + offsetMs;
}

/** How long ago the machine's clock, which also dates what is stored in files, said `instantMs`. */
export function ageOfStored(instantMs: number): number {
  return Date.now() - instantMs;
}
