// When a pull that got no answer of our server is tried again (src/sync/promises.md, Pull).

import { backoffMs } from './backoff.ts';
import type { PullResult } from './parts.ts';
import type { SyncRuntime } from './runtime.ts';

export type PullAgain = {
  /** The server asks for a pause, before the pull that it answered ends. */
  readonly asked: (waitMs: number) => void;
  readonly ended: (result: PullResult | 'full') => void;
  readonly stop: () => void;
};

/** `again` is called when it is time to try again. */
export function watchPulls(
  runtime: Pick<SyncRuntime, 'random' | 'setTimer'>,
  { again }: { again: () => void },
): PullAgain {
  let failures = 0;
  let askedMs = 0;
  let cancel: () => void = () => undefined;

  return {
    asked(waitMs) {
      askedMs = waitMs;
    },
    ended(result) {
      // The context that pulls now has pauses of its own.
      if (result === 'busy') return;
      cancel();
      failures = result === 'later' ? failures + 1 : 0;
      const leastMs = askedMs;
      askedMs = 0;
      if (failures > 0) cancel = runtime.setTimer(again, Math.max(backoffMs(failures, runtime.random()), leastMs));
    },
    stop: () => cancel(),
  };
}
