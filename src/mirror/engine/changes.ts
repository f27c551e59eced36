// Each write notes, in its own transaction, which rows it touched. So what a page or the worker
// keeps in memory of a table is brought up to date by reading those rows alone, whichever context
// wrote them.

import type { Changes, DetailsRow } from '../store/rows.ts';
import { readMeta, writeMeta, writeMetas } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';

export type ChangeNote = 'documentChanges' | 'detailsChanges';

/**
 * Where the changes before those of a note are: every question reads the note, so it stays small.
 */
export type EarlierNote = `${ChangeNote}Earlier`;

/**
 * The note as one transaction has read it; `earlier`: with what is before it, where that was read
 * too, null for nothing.
 */
export type KnownNote = { readonly note: Changes | undefined; readonly earlier?: Changes | null | undefined };

/**
 * The changes of a note, with those before it where they end where it begins; none is missing
 * between them.
 */
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

/** With more keys than these a note becomes earlier changes. */
export const RECENT_KEYS = 50;
/** As many as all documents of a large device: with more, everything is what has changed. */
export const REMEMBERED_KEYS = 20_000;

/**
 * Notes that the rows of `keys` changed; inside the transaction that changes them, which includes
 * `meta`. `known`: the note as the same transaction has read it. Answers the version of the note.
 */
export async function noteChanges(
  mirror: Mirror,
  { name, keys, known }: { name: ChangeNote; keys: readonly string[]; known?: KnownNote | undefined },
): Promise<number> {
  const past: EarlierNote = `${name}Earlier`;
  const before = known === undefined ? await readMeta(mirror, name) : known.note;
  const note = noteWith(keys, before);
  if (hasRoom(note)) {
    await writeMeta(mirror, { name, value: note });
    return note.version;
  }
  const { version } = note;
  const all = [...withEarlier(note, known?.earlier === undefined ? await readMeta(mirror, past) : known.earlier)];
  let remembered = countOf(all);
  while (remembered > REMEMBERED_KEYS && all.length > 1) remembered -= all.shift()?.keys.length ?? 0;
  await writeMetas(mirror, { [name]: { version, recent: [] }, [past]: { version, recent: all } });
  return version;
}

function noteWith(keys: readonly string[], before: Changes | undefined): Changes {
  const version = (before?.version ?? 0) + 1;
  return { version, recent: [...(before?.recent ?? []), { version, keys }] };
}

/** Whether a note may be written as it is; otherwise its changes become earlier ones. */
function hasRoom({ recent }: Changes): boolean {
  return countOf(recent) <= RECENT_KEYS;
}

function countOf(changes: Changes['recent']): number {
  return changes.reduce((sum, one) => sum + one.keys.length, 0);
}

/**
 * Keeps rows of `details`. This, dropDetails and markOpened are the only writers of that table:
 * rows and one note are written together, inside the caller's transaction (which includes `details`
 * and `meta`).
 */
export async function putDetails(mirror: Mirror, rows: readonly DetailsRow[]): Promise<void> {
  if (rows.length === 0) return;
  await mirror.details.bulkPut([...rows]);
  await noteChanges(mirror, { name: 'detailsChanges', keys: rows.map(({ key }) => key) });
}

export async function dropDetails(mirror: Mirror, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await mirror.details.bulkDelete([...keys]);
  await noteChanges(mirror, { name: 'detailsChanges', keys });
}

/**
 * A person opened the document at `atMs` (epoch ms); nothing is written for a document without
 * details.
 */
export async function markOpened(mirror: Mirror, { key, atMs }: { key: string; atMs: number }): Promise<void> {
  const found = await mirror.details.update(key, { openedAtMs: atMs });
  if (found > 0) await noteChanges(mirror, { name: 'detailsChanges', keys: [key] });
}

/**
 * Notes that reference data changed: names kept in memory are read again. Inside the transaction
 * that changes it. `known`: what the same transaction has read of it.
 */
export async function noteReferenceChange(
  mirror: Mirror,
  known?: { readonly version: number | undefined },
): Promise<void> {
  const before = (known === undefined ? await readMeta(mirror, 'referenceVersion') : known.version) ?? 0;
  await writeMeta(mirror, { name: 'referenceVersion', value: before + 1 });
}

/**
 * Runs `erase`, which empties the tables, `meta` with its notes included. The counts go on: a
 * context that keeps rows in memory must not take those of the next login for the ones it knows.
 */
export async function noteErasure(mirror: Mirror, erase: () => Promise<void>): Promise<void> {
  const documents = await readMeta(mirror, 'documentChanges');
  const details = await readMeta(mirror, 'detailsChanges');
  const reference = await readMeta(mirror, 'referenceVersion');
  await erase();
  const after = (before: Changes | undefined): Changes => ({ version: (before?.version ?? 0) + 1, recent: [] });
  await writeMeta(mirror, { name: 'documentChanges', value: after(documents) });
  await writeMeta(mirror, { name: 'detailsChanges', value: after(details) });
  await writeMeta(mirror, { name: 'referenceVersion', value: (reference ?? 0) + 1 });
}
