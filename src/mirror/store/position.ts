// What the stored position in the server's changes says: whether an older version of the
// application moved it, and what the server offers.

import type { MetaValues } from './rows.ts';
import type { Mirror } from './schema.ts';
import { readMeta, writeMeta } from './storage.ts';

/**
 * Prefix of the scope's epoch in a position, since documents are stored in slices. An older version
 * of the application, which does not know slices, takes it for another epoch, walks again, and
 * writes the position without it.
 */
export const SLICED = 'sliced ';

/**
 * How many collections this version of the application mirrors. A position that was moved by a
 * version with fewer, or that has no number, may be past rows that were left out: the device walks
 * again.
 */
export const COLLECTIONS_KNOWN = 8;

/**
 * Removes all slices when an older version of the application has moved the position: their rows
 * may be out of sight or out of date, and that version has walked over everything. Inside the
 * caller's transaction, which includes all tables. Returns whether there were any.
 */
export async function dropOldSlices(mirror: Mirror, position: MetaValues['cursor'] | undefined): Promise<boolean> {
  if (position === undefined || position.scopeEpoch.startsWith(SLICED)) return false;
  if ((await mirror.heads.limit(1).count()) === 0) return false;
  await mirror.slices.clear();
  await mirror.heads.clear();
  const before = await readMeta(mirror, 'documentChanges');
  await writeMeta(mirror, { name: 'documentChanges', value: { version: (before?.version ?? 0) + 1, recent: [] } });
  return true;
}

/** Older versions of the application stored how their first screens look. */
const GONE_VALUES: readonly string[] = ['firstPage', 'homePicture', 'listPicture'];

/** Removes the values that no version stores any more. Inside the caller's transaction. */
export async function dropGoneValues(mirror: Mirror): Promise<void> {
  await mirror.meta.where('name').anyOf(GONE_VALUES).delete();
}

/**
 * Begins a position in the lists of a server with the product's own calls alone (S106). A feed
 * begins at its start for it.
 */
export const IN_LISTS = 'lists:';

/** What the server of a mirror offers beyond the product's own calls, as it was last met. */
type ServerOffers = {
  /** Changes since a position. */
  readonly feed: boolean;
  /** Commands are known by their keys and confirmed by receipts. */
  readonly keys: boolean;
  /** Lists say how many files a document has. */
  readonly fileCounts: boolean;
};

/** `position`: the one that is stored as `cursor`. */
export function offersAt(position: string | undefined): ServerOffers {
  const isWhole = position?.startsWith(IN_LISTS) !== true;
  return { feed: isWhole, keys: isWhole, fileCounts: isWhole };
}

export async function serverOffers(mirror: Mirror): Promise<ServerOffers> {
  return offersAt((await readMeta(mirror, 'cursor'))?.value);
}
