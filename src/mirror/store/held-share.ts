import type { MetaValues } from './rows.ts';

/**
 * Shared files that are stored here, and the draft that they become if the person wants it.
 * `names`: of the files that were stored.
 */
export type HeldShare = MetaValues['heldShares'][number];
