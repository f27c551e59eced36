// A mirror that fills from its beginning shows its first rows before anything that can wait is done
// (S146). A lock says so, because it ends with the context that holds it.

import type { Locks } from './runtime.ts';

const FIRST_ROWS_LOCK = 'malote-first-rows';

/** `hold` keeps what can wait from beginning, in all contexts of this origin, until `release`. */
export type FirstRows = { hold(): void; release(): void };

/** Holds nothing at first. Where a browser grants no locks, nothing is kept waiting. */
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
