// How far the copy of this mirror reaches, and which documents it has beyond that.

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
   * A walk of a bounded copy did not contain these documents, so the server is asked by their ids
   * whether the person still sees them.
   */
  readonly unverified: ReadonlySet<number>;
  /** The first day of the copy for which older documents were last trimmed. */
  readonly trimmedTo: CalendarDay | null;
};
