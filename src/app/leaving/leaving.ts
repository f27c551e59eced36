// Leaving this device, and how far it is: the layout of every page follows it, the pages without a
// login too.

import { watchedValue } from '#ui/base/watched-value.ts';
import { markLeaving } from './steps/mark.ts';
import type { FailedAttempt, LeavingPlan } from './leave.ts';

export type Leaving = { readonly kind: 'none' | 'leaving' } | FailedAttempt;

/** Other than `none`, a cover hides every screen of the page. */
export const leaving = watchedValue<Leaving>({ kind: 'none' });

let underWay: Promise<void> | null = null;

/**
 * Leaves this device, once at a time, and tries again until it is done: who has chosen to leave
 * must not stay in. Resolves when `showLogin` has; never rejects. Without `discardUnsent` all
 * unsent work stays for its author's next login. Most screens are never left, so the code is loaded
 * when one is. Where it can't be loaded, the start leaves, before it shows anything, and keeps all
 * work.
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
  // A module that is gone from the server is undefined here (main.tsx).
  if (loaded) await loaded.tryUntilLeft(plan, leaving.set);
  else location.reload();
}
