import * as v from 'valibot';
import { Day, Instant } from './scalars.ts';

/**
 * How far a bounded copy reaches. Every page of a walk of such a copy carries it, and once a day a
 * page of changes renews it.
 */
export const CopyBound = v.object({
  /**
   * The copy has the documents that are not completed, and those created or moved on this day or
   * later.
   */
  since: Day,
  /** The instant at which that day begins in the tenant's zone. */
  begins_at: Instant,
  /** The number of all documents that the person saw at the last count. */
  total: v.number(),
  counted_at: Instant,
});
export type CopyBound = v.InferOutput<typeof CopyBound>;
