import { pause, retryPause } from '../../device/retry-pause.ts';
import { leave } from '../../online/leave.ts';
import { flushForms } from '../../shared/draft/open-forms.ts';
import type { ProfileStore } from '../../profile/profile-store.ts';

export type LeavingPlan = {
  readonly profiles: ProfileStore;
  readonly discardUnsent?: boolean;
  readonly showLogin: () => Promise<unknown>;
};

/** Leaving did not work yet, and why. It is tried again at the latest after a pause. `isTrying`: at this moment. */
export type FailedAttempt = {
  readonly kind: 'failed';
  readonly error: unknown;
  readonly isTrying: boolean;
  readonly tryNow: () => void;
};

const PATIENCE_MS = 3_000;

/** Leaves, and after a failure calls `onFailure` and tries again. Resolves when the login is shown; never rejects. */
export async function tryUntilLeft(plan: LeavingPlan, onFailure: (attempt: FailedAttempt) => void): Promise<void> {
  const { profiles, discardUnsent = false, showLogin } = plan;
  for (let failures = 1; ; failures++) {
    try {
      // What can't be saved must not keep the person in. Before every try, because the forms stay open until one has worked.
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
