// A device that fills for the first time shows its first rows before it does what can wait (S146). A lock says so, because it ends
// with its page.

import type { Locks } from './runtime.ts';

const FIRST_ROWS_LOCK = 'malote-first-rows';

/** `hold` keeps what can wait from beginning, in all contexts of this origin, until `letGo`. */
export function othersOf(locks: Locks): { hold(): void; letGo(): void } {
  let letGo = (): void => undefined;
  return {
    hold() {
      letGo();
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });

      void locks.request(FIRST_ROWS_LOCK, { mode: 'exclusive', ifAvailable: false, work: () => held });
    },
    letGo: () => letGo(),
  };
}

/** Resolves when no context waits for its first rows. */
export function afterFirstRows(locks: Locks): Promise<void> {
  return locks.request(FIRST_ROWS_LOCK, { mode: 'shared', ifAvailable: false, work: async () => undefined });
}
