// Reads the notes of what changed (changes.ts), apart from what writes them, whose code loads later.

import type { Changes } from './rows.ts';

export type ChangeNote = 'documentChanges' | 'detailsChanges';

/** Where the changes before those of a note are: every question reads the note, so it stays small. */
export const EARLIER = {
  documentChanges: 'earlierDocumentChanges',
  detailsChanges: 'earlierDetailsChanges',
} as const satisfies Record<ChangeNote, string>;

/** The note with the changes before it, when they end where it begins. */
export function joined(note: Changes | undefined, earlier: Changes | undefined): Changes | undefined {
  if (note === undefined || earlier === undefined) return note;
  const begins = note.recent[0]?.version ?? note.version + 1;
  if (earlier.version !== begins - 1) return note;
  return { version: note.version, recent: [...earlier.recent, ...note.recent] };
}

/** The keys touched since `version`; null when that is no longer known and everything must be read. */
export function keysSince(version: number, changes: Changes | undefined): Set<string> | null {
  if (changes === undefined || changes.version < version) return null;
  const first = changes.recent[0];
  if (first === undefined || first.version > version + 1) return null;
  return new Set(changes.recent.filter((one) => one.version > version).flatMap((one) => one.keys));
}
