// A page on its way into the mirror, and what can be said of it without its rows.

import type { ChangesPage } from '#contract/sync.ts';
import { SLICED } from '../store/older-version.ts';
import type { Position } from '../store/position.ts';

/**
 * A page as it is applied. `asked`: the cursor with which it was requested, null for none;
 * undefined when no other context pulls. When the mirror has moved on since the request, the rows
 * still count by their rev, and the cursor stays. `heardMs`: when the page came, by this device's
 * clock (note-contact.ts).
 */
export type PageToApply = ChangesPage & {
  readonly asked?: string | null | undefined;
  readonly heardMs?: number | undefined;
};

/** Whether a page is the whole answer, belongs to no walk, and has no session row. */
export function isAlone({ has_more, snapshot, bounded, session }: PageToApply): boolean {
  return !has_more && !snapshot && bounded === undefined && session === undefined;
}

/**
 * Whether such a page follows the stored position: no walk is running, no other page has come
 * before it, and what the person may see has not changed.
 */
export function isFollowedBy(stored: Position | undefined, { asked, scope_epoch }: PageToApply): stored is Position {
  return stored?.snapshotDone === true && stored.value === asked && stored.scopeEpoch === SLICED + scope_epoch;
}
