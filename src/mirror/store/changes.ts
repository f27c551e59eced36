// Each write notes, in its own transaction, which rows it touched. So what a page or the worker keeps in memory of a
// table is brought up to date by reading those rows alone, whichever context wrote them.

import { readMeta, writeMeta } from './meta.ts';
import type { Changes } from './rows.ts';
import type { Mirror } from './schema.ts';

export type ChangeNote = 'documentChanges' | 'detailsChanges';

const REMEMBERED_KEYS = 2_000;

/** Notes that the rows of `keys` changed; inside the transaction that changes them, which includes `meta`. */
export async function noteChanges(
  mirror: Mirror,
  { name, keys }: { name: ChangeNote; keys: readonly string[] },
): Promise<void> {
  const before = await readMeta(mirror, name);
  const version = (before?.version ?? 0) + 1;
  const recent = [...(before?.recent ?? []), { version, keys }];
  let remembered = recent.reduce((sum, one) => sum + one.keys.length, 0);
  while (remembered > REMEMBERED_KEYS && recent.length > 1) remembered -= recent.shift()?.keys.length ?? 0;
  await writeMeta(mirror, { name, value: { version, recent } });
}

/** The keys touched since `version`; null when that is no longer known and everything must be read. */
export function keysSince(version: number, changes: Changes | undefined): Set<string> | null {
  if (changes === undefined || changes.version < version) return null;
  const first = changes.recent[0];
  if (first === undefined || first.version > version + 1) return null;
  return new Set(changes.recent.filter((one) => one.version > version).flatMap((one) => one.keys));
}

/**
 * Notes that users, organizations or subjects changed: names kept in memory are read again. Inside the transaction that
 * changes them.
 */
export async function noteReferenceChange(mirror: Mirror): Promise<void> {
  const before = (await readMeta(mirror, 'referenceVersion')) ?? 0;
  await writeMeta(mirror, { name: 'referenceVersion', value: before + 1 });
}

/**
 * Runs `erase`, which empties the tables, `meta` with its notes included. The counts go on: a context that keeps rows in
 * memory must not take those of the next login for the ones it knows.
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
