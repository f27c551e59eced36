// A page as it comes to be applied, and what can be told of it without its rows.

import type { ChangesPage } from '#contract/sync.ts';
import { SLICED } from '../store/older-version.ts';
import type { Position } from '../store/position.ts';

/**
 * A page as it is applied. `asked`: the cursor with which it was asked for, null for none. When the
 * mirror has moved on since then, the rows still count by their rev, and the cursor stays. Leave it
 * out when no other context pulls. `heardMs`: when it came, by this device's clock, which is then
 * noted with it (note-contact.ts).
 */
export type PageToApply = ChangesPage & {
  readonly asked?: string | null | undefined;
  readonly heardMs?: number | undefined;
};

/** Whether a page is all that there is, belongs to no walk, and says nothing of the person. */
export function isAlone({ has_more, snapshot, bounded, session }: PageToApply): boolean {
  return !has_more && !snapshot && bounded === undefined && session === undefined;
}

/**
 * Whether such a page comes next: no walk is under way, no other page has come before it, and the
 * person sees what they saw.
 */
export function isFollowedBy(stored: Position | undefined, { asked, scope_epoch }: PageToApply): stored is Position {
  return stored?.snapshotDone === true && stored.value === asked && stored.scopeEpoch === SLICED + scope_epoch;
}
