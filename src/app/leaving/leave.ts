import { openedFor, unmarkOpen } from '../device/open-mark.ts';
import { leaveDevice } from '../online/logout.ts';
import { settleOwedLogout } from '../online/settle-logout.ts';
import { announceLeaving, unmarkLeaving } from './steps/mark.ts';
import { eraseLeft } from './steps/erase-left.ts';
import { pause, retryPause } from '../device/retry-pause.ts';
import { flushForms } from '../shared/draft/open-forms.ts';
import type { ProfileStore } from '../profile/profile-store.ts';

export type LeavingPlan = {
  readonly profiles: ProfileStore;
  readonly discardUnsent?: boolean;
  readonly showLogin: () => Promise<unknown>;
};

/**
 * An attempt to leave failed, with its error. The next one begins after a pause, or at `tryNow`.
 * `isTrying`: it is running.
 */
export type FailedAttempt = {
  readonly kind: 'failed';
  readonly error: unknown;
  readonly isTrying: boolean;
  readonly tryNow: () => void;
};

/** How long leaving waits for forms to be saved. `TOLD_MS`: for the server to end the session. */
const PATIENCE_MS = 3_000;
const TOLD_MS = 1_500;

/**
 * Leaves, and tries again after each failure. `onFailure` gets every failed attempt. Resolves when
 * the login is shown. Never rejects.
 */
export async function tryUntilLeft(plan: LeavingPlan, onFailure: (attempt: FailedAttempt) => void): Promise<void> {
  const { profiles, discardUnsent = false, showLogin } = plan;
  for (let failures = 1; ; failures++) {
    try {
      // Forms are saved before every attempt, because they stay open until one succeeds. A form
      // that can't be saved must not keep the person logged in.
      await Promise.race([flushForms().catch(() => undefined), pause(PATIENCE_MS)]);
      const person = profiles.current();
      // An earlier attempt or another tab may have closed the profile.
      if (person !== null) await leave({ userId: person.userId, discardUnsent, closeProfile: () => profiles.close() });
      else unmarkLeaving();
      await showLogin();
      return;
    } catch (error) {
      reportError(error);
      const { over, end } = retryPause(failures);
      const failed = { kind: 'failed', error, tryNow: end } as const;
      onFailure({ ...failed, isTrying: false });
      await over;
      onFailure({ ...failed, isTrying: true });
    }
  }
}

/**
 * Leaves this device, in the order of S33: the device remembers that the person leaves, the server
 * is told, the other tabs are told, the profile is closed, the data is erased. Without
 * `discardUnsent` all unsent work stays, including what another tab wrote after it was counted.
 * Resolves when the login may be shown. Rejects when the device could not remember it, or what is
 * being sent does not end: nothing is closed or erased then, and it can be called again.
 */
export async function leave(at: {
  userId: number;
  discardUnsent: boolean;
  closeProfile: () => Promise<void>;
}): Promise<void> {
  const { userId, discardUnsent, closeProfile } = at;
  await leaveDevice({ userId, discardUnsent });
  unmarkLeaving();
  // The server is told without waiting longer than `TOLD_MS`, because the network may not answer.
  const told = Promise.race([settleOwedLogout(), pause(TOLD_MS)]);
  announceLeaving(userId);
  await closeProfile();
  // Another person may have logged in in another tab.
  if (openedFor() === userId) unmarkOpen();
  // Data that can't be erased now is erased at the next start.
  await eraseLeft(userId).catch(reportError);
  await told;
}
