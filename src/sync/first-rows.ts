// Delays work that can wait until a mirror that fills from its beginning has shown its first rows
// (S146). A Web Lock holds it back, because a lock ends with the context that holds it.

import type { Locks } from './runtime.ts';

const FIRST_ROWS_LOCK = 'malote-first-rows';

/** `hold` delays such work in all contexts of this origin, until `release`. */
export type FirstRows = { hold(): void; release(): void };

/** Holds nothing at first. Where a browser grants no locks, nothing is delayed. */
export function firstRowsOf(locks: Locks): FirstRows {
  let release = (): void => undefined;
  return {
    hold() {
      release();
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      locks
        .request(FIRST_ROWS_LOCK, { mode: 'exclusive', ifAvailable: false, work: () => held })
        .catch(() => undefined);
    },
    release: () => release(),
  };
}

/** Resolves when no context waits for its first rows. */
export function afterFirstRows(locks: Locks): Promise<void> {
  return locks.request(FIRST_ROWS_LOCK, { mode: 'shared', ifAvailable: false, work: async () => undefined });
}
