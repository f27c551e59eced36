import type { MetaValues } from './rows.ts';

/**
 * Files that are here already, and the draft that they become if the person wants it. `names`: of
 * the files that were kept.
 */
export type HeldShare = MetaValues['heldShares'][number];
