// Each write notes, in its own transaction, which rows it touched. So what a page or the worker
// keeps in memory of a table is brought up to date by reading those rows alone, whichever context
// wrote them.

import type { Changes, DetailsRow } from '../store/rows.ts';
import { readMeta, writeMeta, writeMetas } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';

export type ChangeNote = 'documentChanges' | 'detailsChanges';

/**
 * The name of the second value of a note: changes that no longer fit into the first. Every query
 * reads the first one, so it stays small.
 */
export type EarlierNote = `${ChangeNote}Earlier`;

/**
 * A note as one transaction has read it. `earlier`: the second value; null where there is none,
 * undefined where it was not read.
 */
export type KnownNote = { readonly note: Changes | undefined; readonly earlier?: Changes | null | undefined };

/**
 * The changes of a note, with the earlier ones where they end exactly where the note begins, so
 * that none is missing between them.
 */
export function withEarlier({ version, recent }: Changes, earlier: Changes | null | undefined): Changes['recent'] {
  return earlier?.version === version - recent.length ? [...earlier.recent, ...recent] : recent;
}

/**
 * The keys that were touched since `version`; null when the note does not reach back so far and
 * everything must be read.
 */
export function keysSince(version: number, { note, earlier }: KnownNote): Set<string> | null {
  if (note === undefined) return null;
  const all = withEarlier(note, earlier);
  const missing = note.version - version;
  if (missing < 0 || missing > all.length) return null;
  return new Set(all.slice(all.length - missing).flatMap((one) => one.keys));
}

/** A note with more keys than this moves its changes to the earlier ones. */
export const RECENT_KEYS = 50;
/** As many as all documents of a large device. After more changes, every row is read again. */
export const REMEMBERED_KEYS = 20_000;

/**
 * Notes that the rows of `keys` changed, inside the transaction that changes them, which includes
 * `meta`. `known`: the note as the same transaction has read it. Returns the version of the note.
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
 * Notes that a person opened the document at `atMs` (epoch ms). Does nothing for a document without
 * details.
 */
export async function markOpened(mirror: Mirror, { key, atMs }: { key: string; atMs: number }): Promise<void> {
  const found = await mirror.details.update(key, { openedAtMs: atMs });
  if (found > 0) await noteChanges(mirror, { name: 'detailsChanges', keys: [key] });
}

/**
 * Notes that reference data changed, so that names in memory are read again. Inside the transaction
 * that changes it. `known`: the note as the same transaction has read it.
 */
export async function noteReferenceChange(
  mirror: Mirror,
  known?: { readonly version: number | undefined },
): Promise<void> {
  const before = (known === undefined ? await readMeta(mirror, 'referenceVersion') : known.version) ?? 0;
  await writeMeta(mirror, { name: 'referenceVersion', value: before + 1 });
}

/**
 * Runs `erase`, which empties the tables, the notes in `meta` included, and keeps the versions of
 * the notes counting up. Otherwise a context that has rows in memory could take those of the next
 * login for the ones it knows.
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
