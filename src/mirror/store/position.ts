// Where the copy of this mirror stands, and what it has beyond that.

import type { CopyBound } from '#contract/copy-bound.ts';
import type { CalendarDay } from '#domain/dates.ts';

/**
 * Position in the server's changes; written in the transaction of the page that it follows
 * (src/sync/promises.md, hazard 20). `scopeEpoch` has a word before it while the first walk fills
 * the mirror (mirror/apply/walk).
 */
export type Position = {
  readonly value: string;
  readonly scopeEpoch: string;
  readonly snapshotDone: boolean;
  /** How far a bounded copy reaches; absent for a whole one. */
  readonly bounded?: CopyBound | undefined;
};

/** Documents of this device that a bounded copy leaves out (S110), by server id. */
export type OlderRows = {
  /** When the person had the server searched for them: epoch ms. */
  readonly fetched: ReadonlyMap<number, number>;
  /**
   * A walk of a bounded copy did not come by them, so whether the person still sees them is asked
   * of the server by their ids.
   */
  readonly unverified: ReadonlySet<number>;
  /** The first day of the copy as of which older documents were last let go. */
  readonly trimmedTo: CalendarDay | null;
};
