import { moveDraft, replyDraftOf } from '../keep/drafts.ts';
import { baseOf } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { dropDetails, putDetails } from '../store/write-details.ts';
import { writeDocuments } from '../fold/write-documents.ts';

/**
 * A document made here turns out to be one that is already mirrored under the server's id: its answer was lost, and the
 * page did not name its author's command. Everything of it moves to the key under which it was made, also a reply that
 * is being written. Inside the caller's transaction; the caller folds `to` again.
 */
export async function adoptKey(mirror: Mirror, { from, to }: { from: string; to: string }): Promise<void> {
  const row = await baseOf(mirror, from);
  const details = await mirror.details.get(from);
  await mirror.commands.where('documentKey').equals(from).modify({ documentKey: to });
  await mirror.bases.delete(from);
  await dropDetails(mirror, [from]);
  await moveDraft(mirror, { from: replyDraftOf(from), to: replyDraftOf(to) });
  await writeDocuments(mirror, { puts: [], deletes: [from] });
  if (details !== undefined) await putDetails(mirror, { ...details, key: to });
  if (row !== null) await mirror.bases.put({ key: to, row });
}
