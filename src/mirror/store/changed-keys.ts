// Reads the notes of what changed (changes.ts), apart from what writes them, whose code loads later.

import type { Changes } from './rows.ts';

export type ChangeNote = 'documentChanges' | 'detailsChanges';

/** The keys touched since `version`; null when that is no longer known and everything must be read. */
export function keysSince(version: number, changes: Changes | undefined): Set<string> | null {
  if (changes === undefined || changes.version < version) return null;
  const first = changes.recent[0];
  if (first === undefined || first.version > version + 1) return null;
  return new Set(changes.recent.filter((one) => one.version > version).flatMap((one) => one.keys));
}
