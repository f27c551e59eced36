import { moveDraft } from '../keep/drafts.ts';
import { baseOf } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { dropDetails, putDetails } from '../store/write-details.ts';
import { writeDocuments } from '../fold/write-documents.ts';

/**
 * A document made here turns out to be one already mirrored under the server's id (its answer was lost, and the page did
 * not say whose it was): everything of it moves under the key it was made with, a reply being written on it too. Inside
 * the caller's transaction, which folds `to` again.
 */
export async function adoptKey(mirror: Mirror, { from, to }: { from: string; to: string }): Promise<void> {
  const row = await baseOf(mirror, from);
  const details = await mirror.details.get(from);
  await mirror.commands.where('documentKey').equals(from).modify({ documentKey: to });
  await mirror.bases.delete(from);
  await dropDetails(mirror, [from]);
  await moveDraft(mirror, { from: `reply:${from}`, to: `reply:${to}` });
  await writeDocuments(mirror, { puts: [], deletes: [from] });
  if (details !== undefined) await putDetails(mirror, { ...details, key: to });
  if (row !== null) await mirror.bases.put({ key: to, row });
}
