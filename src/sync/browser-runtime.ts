// The one file of this room that touches the browser's clock, random numbers, locks, fetch and
// device facts.

import { keepEvent, keepFault } from '#mirror/keep/sync-log.ts';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import Dexie from 'dexie';
import type { ClientParts, LockedWork, Locks, SyncLog, SyncRuntime } from './runtime.ts';

/** `baseUrl`: empty for the page's own origin. */
export type ServerAt = Pick<ClientParts, 'baseUrl' | 'tokenInCookie'>;

/** A runtime on this browser's own parts, for a page or a worker. */
export function browserRuntime(profile: { mirror: Mirror; userId: number; server: ServerAt }): SyncRuntime {
  return {
    ...browserClientParts(profile.server),
    clock: () => Date.now(),
    random: () => Math.random(),
    newId: () => crypto.randomUUID(),
    seemsOnline: () => navigator.onLine !== false,
    mirror: profile.mirror,
    userId: profile.userId,
    log: logInto(profile.mirror),
    report: (error) => reportError(error),
  };
}

/**
 * Writes events into the mirror's log. An event that can't be stored is lost: its device has no
 * storage, or its person has left.
 */
function logInto(mirror: Mirror): SyncLog {
  return (event, facts = {}) => {
    const kept = { atMs: Date.now(), event, facts };
    Dexie.ignoreTransaction(() => (event === 'fault' ? keepFault(mirror, kept) : keepEvent(mirror, kept))).catch(
      () => undefined,
    );
  };
}

/** The parts of an HTTP client that need no person's mirror. */
export function browserClientParts(server: ServerAt): ClientParts {
  return {
    ...server,
    fetch: (input, init) => globalThis.fetch(input, init),
    setTimer(work, delayMs) {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
    locks: browserLocks,
    owedLogout: {
      isOwed: async () => (await readDeviceFacts()).logoutOwed,
      erased: async () => (await readDeviceFacts()).erased,
      settled: () => updateDeviceFacts({ logoutOwed: false }),
    },
  };
}

/**
 * Web Locks. In a browser without them the work runs at once: the leases in the database and the
 * server's keys keep it right, and locks only avoid double work (src/sync/promises.md, hazard 29).
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
