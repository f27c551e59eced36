import { pause, retryPause } from '../../device/retry-pause.ts';
import { leave } from '../../online/leave.ts';
import { flushForms } from '../../shared/draft/open-forms.ts';
import { leaving, type LeavingPlan } from './leaving.ts';

const PATIENCE_MS = 3_000;

/** Leaves, and after a failure tells it and tries again. Resolves when the login is shown; never rejects. */
export async function tryUntilLeft({ profiles, discardUnsent = false, showLogin }: LeavingPlan): Promise<void> {
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
      leaving.set({ ...failed, isTrying: false });
      await over;
      leaving.set({ ...failed, isTrying: true });
    }
  }
}
