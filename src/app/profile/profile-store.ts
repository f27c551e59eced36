// The person who uses the application now: their mirror and the sending behind it. There is one
// person at a time; opening another closes the first. Nothing here needs a network, so that a cold
// start without one works.

import type { SessionUser } from '#contract/session.ts';
import type { OpenedMirror } from '#mirror/opening/open-mirror.ts';
import type { DoubtAnswer } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { type Watched, watchedValue } from '#ui/base/watched-value.ts';

/** The sending behind a person's screens (src/sync), as the profile uses it. */
export type SyncHandle = {
  readonly stop: () => void;
  readonly drainNow: () => Promise<unknown>;
  readonly pullNow: () => Promise<unknown>;
  /** Asks the server whether it has a command whose answer was lost. */
  readonly withdrawCommand: (commandId: string) => Promise<DoubtAnswer>;
  /** Whether the last data from the server did not fit on this device. */
  readonly storageFull: Watched<boolean>;
};

export type OpenProfile = {
  readonly userId: number;
  readonly mirror: Mirror;
  /** The session as it was when the mirror was opened. Screens read it live with `useProfile`. */
  readonly session: SessionUser;
  readonly sync: SyncHandle;
  readonly clock: () => number;
  readonly newId: () => string;
  /** Tells the worker and this page that a command may be due. */
  readonly wake: () => void;
};

export type ProfileStore = Watched<OpenProfile | null> & {
  /**
   * Opens the person's mirror. Null when it holds no session, because the person never logged in
   * here or was purged.
   */
  readonly open: (userId: number) => Promise<OpenProfile | null>;
  /** Stops the sending and closes the mirror; nothing is erased. */
  readonly close: () => Promise<void>;
};

export type ProfileParts = {
  /** Throws when the mirror does not answer. */
  readonly openMirror: (userId: number) => Promise<OpenedMirror>;
  readonly startSync: (at: { userId: number; mirror: Mirror }) => SyncHandle;
  readonly wakeWorker: (mirror: Mirror) => void;
};

export type ProfileRuntime = {
  readonly loadParts: () => Promise<ProfileParts>;
  readonly clock: () => number;
  readonly newId: () => string;
};

export function createProfileStore({ loadParts, clock, newId }: ProfileRuntime): ProfileStore {
  const profile = watchedValue<OpenProfile | null>(null);

  async function close(): Promise<void> {
    const open = profile.current();
    if (open === null) return;
    profile.set(null);
    open.sync.stop();
  }

  return {
    current: profile.current,
    subscribe: profile.subscribe,
    close,
    async open(userId) {
      const before = profile.current();
      if (before?.userId === userId) return before;
      await close();
      const parts = await loadParts();
      const { mirror, session } = await parts.openMirror(userId);
      if (session === undefined) return null;
      const sync = parts.startSync({ userId, mirror });
      const wake = () => {
        parts.wakeWorker(mirror);
        sync.drainNow().catch(() => undefined);
      };
      const opened = { userId, mirror, session, sync, clock, newId, wake };
      profile.set(opened);
      return opened;
    },
  };
}
