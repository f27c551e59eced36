import { unmarkOpen } from '../device/open-mark.ts';
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
 * Leaving did not work yet, and why. It is tried again at the latest after a pause. `isTrying`: at
 * this moment.
 */
export type FailedAttempt = {
  readonly kind: 'failed';
  readonly error: unknown;
  readonly isTrying: boolean;
  readonly tryNow: () => void;
};

/** How long leaving waits for forms to be saved, and for the server to hear of it. */
const PATIENCE_MS = 3_000;
const TOLD_MS = 1_500;

/**
 * Leaves, and after a failure calls `onFailure` and tries again. Resolves when the login is shown;
 * never rejects.
 */
export async function tryUntilLeft(plan: LeavingPlan, onFailure: (attempt: FailedAttempt) => void): Promise<void> {
  const { profiles, discardUnsent = false, showLogin } = plan;
  for (let failures = 1; ; failures++) {
    try {
      // What can't be saved must not keep the person in. Before every try, because the forms stay
      // open until one has worked.
      await Promise.race([flushForms().catch(() => undefined), pause(PATIENCE_MS)]);
      const person = profiles.current();
      // A try before this one, or another tab, may have closed the profile.
      if (person !== null) await leave({ userId: person.userId, discardUnsent, closeProfile: () => profiles.close() });
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
  // Leaving must not wait for a network that does not answer.
  const told = Promise.race([settleOwedLogout(), pause(TOLD_MS)]);
  announceLeaving(userId);
  await closeProfile();
  unmarkOpen();
  // A store that does not answer now is erased at the next start.
  await eraseLeft(userId).catch(reportError);
  await told;
}
