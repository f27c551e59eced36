// Reads the notes of what changed (changes.ts), apart from what writes them, whose code loads later.

import type { Changes } from './rows.ts';

export type ChangeNote = 'documentChanges' | 'detailsChanges';

/** Where the changes before those of a note are: every question reads the note, so it stays small. */
export type EarlierNote = `${ChangeNote}Earlier`;

/** The note as one transaction has read it; `earlier`: with what is before it, where that was read too, null for nothing. */
export type KnownNote = { readonly note: Changes | undefined; readonly earlier?: Changes | null | undefined };

/** The changes of a note, with those before it where they end where it begins; none is missing between them. */
export function withEarlier({ version, recent }: Changes, earlier: Changes | null | undefined): Changes['recent'] {
  return earlier?.version === version - recent.length ? [...earlier.recent, ...recent] : recent;
}

/** The keys touched since `version`; null when that is not known and everything must be read. */
export function keysSince(version: number, { note, earlier }: KnownNote): Set<string> | null {
  if (note === undefined) return null;
  const all = withEarlier(note, earlier);
  const missing = note.version - version;
  if (missing < 0 || missing > all.length) return null;
  return new Set(all.slice(all.length - missing).flatMap((one) => one.keys));
}
