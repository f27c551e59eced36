// The one place of this room that touches the browser's clock, dice, locks and fetch.

import type { Mirror } from '#mirror/schema.ts';
import type { LockedWork, Locks, SyncLog, SyncRuntime } from './runtime.ts';

/** A runtime on this browser's own parts, for a page or a worker. */
export function browserRuntime(profile: {
  mirror: Mirror;
  userId: number;
  /** Where the server is; empty for the page's own origin. */
  baseUrl: string;
  log?: SyncLog;
}): SyncRuntime {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    clock: () => Date.now(),
    random: () => Math.random(),
    newId: () => crypto.randomUUID(),
    locks: browserLocks,
    setTimer(work, delayMs) {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
    seemsOnline: () => navigator.onLine !== false,
    baseUrl: profile.baseUrl,
    mirror: profile.mirror,
    userId: profile.userId,
    log: profile.log ?? (() => undefined),
  };
}

/**
 * Web Locks. A browser without them runs the work at once: the leases in the database and the server's keys keep it right,
 * locks only keep it cheap (trap 29).
 */
export const browserLocks: Locks = {
  async request<Result>(
    name: string,
    take: { mode: 'exclusive' | 'shared'; ifAvailable: boolean; work: LockedWork<Result> },
  ): Promise<Result> {
    const manager = (navigator as { locks?: LockManager }).locks;
    if (manager === undefined) return take.work(true);
    const options = { mode: take.mode, ifAvailable: take.ifAvailable };
    return manager.request(name, options, (lock) => take.work(lock !== null)) as Promise<Result>;
  },
};
