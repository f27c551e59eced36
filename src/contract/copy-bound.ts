import * as v from 'valibot';
import { Day, Instant } from './scalars.ts';

/**
 * How far a bounded copy reaches (default 19). Every page of a walk of such a copy carries it.
 * Later a page of changes brings it anew once a day.
 */
export const CopyBound = v.object({
  /**
   * The copy has the documents that are not completed, and those created or moved on this day or
   * later.
   */
  since: Day,
  /** The instant at which that day begins in the tenant's zone. */
  begins_at: Instant,
  /** How many documents the person could see at the last count. */
  total: v.number(),
  counted_at: Instant,
});
export type CopyBound = v.InferOutput<typeof CopyBound>;
