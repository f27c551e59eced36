import { noteChanges } from '../store/changes.ts';
import type { MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * The only writer of `documents`: rows and the note of what changed are written together, inside the caller's
 * transaction (which includes `documents` and `meta`).
 */
export async function writeDocuments(
  mirror: Mirror,
  { puts, deletes }: { puts: readonly MirrorDocument[]; deletes: readonly string[] },
): Promise<void> {
  if (puts.length === 0 && deletes.length === 0) return;
  if (deletes.length > 0) await mirror.documents.bulkDelete([...deletes]);
  if (puts.length > 0) await mirror.documents.bulkPut([...puts]);
  const keys = [...deletes, ...puts.map((document) => document.key)];
  await noteChanges(mirror, { name: 'documentChanges', keys });
}
