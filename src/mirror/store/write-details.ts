// The only writers of `details`: row and note are written together, inside the caller's transaction (which includes
// `details` and `meta`).

import { noteChanges } from './changes.ts';
import type { DetailsRow } from './rows.ts';
import type { Mirror } from './schema.ts';

export async function putDetails(mirror: Mirror, row: DetailsRow): Promise<void> {
  await mirror.details.put(row);
  await noteChanges(mirror, { name: 'detailsChanges', keys: [row.key] });
}

export async function dropDetails(mirror: Mirror, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await mirror.details.bulkDelete([...keys]);
  await noteChanges(mirror, { name: 'detailsChanges', keys });
}

/** A person opened the document at `atMs` (epoch ms); nothing is written for a document without details. */
export async function markOpened(mirror: Mirror, { key, atMs }: { key: string; atMs: number }): Promise<void> {
  const found = await mirror.details.update(key, { openedAtMs: atMs });
  if (found > 0) await noteChanges(mirror, { name: 'detailsChanges', keys: [key] });
}
