// Apart from the rest of a page, because a start without news needs no schema of it.

import * as v from 'valibot';
import { Day, Instant } from './scalars.ts';

/**
 * How far a bounded copy reaches. It stands on every page of a walk of such a copy, and on the page
 * since that renews it, once a day.
 */
export const CopyBound = v.object({
  /**
   * The copy has the documents that are not completed, and those created or moved on this day or
   * later.
   */
  since: Day,
  /** The instant at which that day begins in the tenant's zone. */
  begins_at: Instant,
  /** How many documents the person saw in all when they were counted. */
  total: v.number(),
  counted_at: Instant,
});
export type CopyBound = v.InferOutput<typeof CopyBound>;
