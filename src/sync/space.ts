// Whether this device has space for what the server sends (src/sync/promises.md, hazard 26: a write
// that fails is told). A page that does not fit leaves the cursor where it was, so the same page is
// asked for again, less and less often, until it fits.

import { StorageTrouble } from '#mirror/store/storage.ts';
import { backoffMs } from './backoff.ts';
import type { PullResult } from './parts.ts';
import type { SyncRuntime } from './runtime.ts';

type Keeper = {
  readonly isFull: () => boolean;
  /** Runs a pull; the result is `full` when the device could not store a page. */
  readonly keep: (pull: () => Promise<PullResult>) => Promise<PullResult | 'full'>;
  /** Whether it is too early to try again. */
  readonly mustWait: () => boolean;
  /** Notes that the device could not store a page. The page is requested again later. */
  readonly noteFull: () => void;
  readonly stop: () => void;
};

/**
 * `again` is called when it is time to pull again; `onFull` when the device becomes full, and when
 * it has space again.
 */
export function watchSpace(
  runtime: Pick<SyncRuntime, 'random' | 'setTimer'>,
  { again, onFull }: { again: () => void; onFull: (isFull: boolean) => void },
): Keeper {
  let failures = 0;
  // A timer ends the wait, not the clock, because the clock may be set back meanwhile.
  let waits = false;
  let cancel: () => void = () => undefined;

  function count(next: number): void {
    const changes = failures === 0 || next === 0;
    failures = next;
    if (changes) onFull(failures > 0);
  }

  function noteFull(): void {
    count(failures + 1);
    const waitMs = backoffMs(failures, runtime.random());
    waits = true;
    cancel();
    cancel = runtime.setTimer(() => {
      waits = false;
      again();
    }, waitMs);
  }

  return {
    isFull: () => failures > 0,
    mustWait: () => waits,
    noteFull,
    stop: () => cancel(),
    async keep(pull) {
      const before = failures;
      try {
        const result = await pull();
        // A stored page shows that there is space again, unless another pull failed to store its
        // page meanwhile.
        if (result === 'pulled' && failures > 0 && failures === before) count(0);
        return result;
      } catch (error) {
        if (!(error instanceof StorageTrouble) || error.kind !== 'quota') throw error;
        noteFull();
        return 'full';
      }
    },
  };
}
