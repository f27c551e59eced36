// Leaving this device, and its progress. The root layout reads it, also on pages without a login.

import { watchedValue } from '#ui/base/watched-value.ts';
import { markLeaving } from './steps/mark.ts';
import type { FailedAttempt, LeavingPlan } from './leave.ts';

export type Leaving = { readonly kind: 'none' | 'leaving' } | FailedAttempt;

/** While the kind is not `none`, `LeavingCover` hides every screen. */
export const leaving = watchedValue<Leaving>({ kind: 'none' });

let underWay: Promise<void> | null = null;

/**
 * Leaves this device, and tries again until it succeeds, because a person who chose to leave must
 * not stay logged in. Calls during a leaving share it. Resolves after `showLogin`; never rejects.
 * Without `discardUnsent` all unsent work stays for its author's next login. The code is loaded
 * only now. If it can't be, the page reloads, and the start leaves before it shows anything and
 * keeps all work.
 */
export function leaveUntilDone(plan: LeavingPlan): Promise<void> {
  underWay ??= leave(plan).finally(() => {
    underWay = null;
    leaving.set({ kind: 'none' });
  });
  return underWay;
}

async function leave(plan: LeavingPlan): Promise<void> {
  leaving.set({ kind: 'leaving' });
  markLeaving(plan.profiles.current()?.userId ?? null);
  const loaded = await import('./leave.ts').catch(() => null);
  // Without the code, the start leaves by the mark (leave-if-gone.ts).
  if (loaded) await loaded.tryUntilLeft(plan, leaving.set);
  else location.reload();
}
