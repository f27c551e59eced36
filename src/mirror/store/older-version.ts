import { readMeta, writeMeta } from './meta.ts';
import type { MetaValues } from './rows.ts';
import type { Mirror } from './schema.ts';

/**
 * Prefix of the scope's epoch in a position, since documents are stored in slices. An older version
 * of the application, which does not know slices, takes it for another epoch, walks again, and
 * writes the position without it.
 */
export const SLICED = 'sliced ';

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
