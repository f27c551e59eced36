import { readMeta, writeMeta } from '../store/meta.ts';
import type { DocumentChanges, MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

const REMEMBERED_KEYS = 2_000;

/**
 * The only way `documents` is written: rows and the note of what changed go together, inside the caller's transaction (which
 * holds `documents` and `meta`).
 */
export async function writeDocuments(
  mirror: Mirror,
  { puts, deletes }: { puts: readonly MirrorDocument[]; deletes: readonly string[] },
): Promise<void> {
  if (puts.length === 0 && deletes.length === 0) return;
  if (deletes.length > 0) await mirror.documents.bulkDelete([...deletes]);
  if (puts.length > 0) await mirror.documents.bulkPut([...puts]);
  const changes = await readMeta(mirror, 'documentChanges');
  const keys = [...deletes, ...puts.map((document) => document.key)];
  await writeMeta(mirror, { name: 'documentChanges', value: noted(changes, keys) });
}

function noted(changes: DocumentChanges | undefined, keys: readonly string[]): DocumentChanges {
  const version = (changes?.version ?? 0) + 1;
  const recent = [...(changes?.recent ?? []), { version, keys }];
  let remembered = recent.reduce((sum, one) => sum + one.keys.length, 0);
  while (remembered > REMEMBERED_KEYS && recent.length > 1) remembered -= recent.shift()?.keys.length ?? 0;
  return { version, recent };
}
