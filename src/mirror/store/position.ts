// What the stored position in the server's changes says: whether an older version of the
// application moved it, and what the server offers.

import type { MetaValues } from './rows.ts';
import type { Mirror } from './schema.ts';
import { readMeta, writeMeta } from './storage.ts';

/**
 * Prefix of `scopeEpoch` in a position since documents are stored in slices. An older version of
 * the application, which does not know slices, takes the prefixed epoch for another one: it walks
 * again, and writes the position without the prefix.
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

/** Names of values that older versions of the application stored to draw their first screens. */
const GONE_VALUES: readonly string[] = ['firstPage', 'homePicture', 'listPicture'];

/** Removes the values that no version stores any more. Inside the caller's transaction. */
export async function dropGoneValues(mirror: Mirror): Promise<void> {
  await mirror.meta.where('name').anyOf(GONE_VALUES).delete();
}

/**
 * Prefix of a position in the lists of a server with the product's own calls alone (S106). A server
 * with a feed does not know such a position, and begins the walk at its start.
 */
export const IN_LISTS = 'lists:';

/** What the server of a mirror offers beyond the product's own calls, as it was last met. */
type ServerOffers = {
  /** Whether there is a feed of changes since a position. */
  readonly feed: boolean;
  /** Whether commands are known by their keys and confirmed by receipts. */
  readonly keys: boolean;
  /** Whether lists say how many files a document has. */
  readonly fileCounts: boolean;
};

/** What the server offers, as the stored `cursor` shows. `position`: its value. */
export function offersAt(position: string | undefined): ServerOffers {
  const isWhole = position?.startsWith(IN_LISTS) !== true;
  return { feed: isWhole, keys: isWhole, fileCounts: isWhole };
}

export async function serverOffers(mirror: Mirror): Promise<ServerOffers> {
  return offersAt((await readMeta(mirror, 'cursor'))?.value);
}
