// Another document under an id that this device knows: the server went back to an older state and
// gave the id again (I11).

import type { DocumentRow } from '#contract/documents.ts';
import { REPLACED_TEXT } from '#contract/refusal-text.ts';
import { moveDraft } from '../keep/drafts.ts';
import { isForAnother } from '../keep/parted-drafts.ts';
import { replyDraftOf } from '../keep/written-drafts.ts';
import { isPending, type CommandError, type OutboxCommand } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';
import { isAnother, keyOfReplaced, keyOfServerId } from '../store/server-key.ts';
import { dropDocuments, dropKeptOf } from './drop-documents.ts';

const REPLACED: CommandError = {
  class: 'gone',
  status: null,
  type: 'not_found',
  message: REPLACED_TEXT,
  errors: {},
  code: null,
};

/**
 * Separates the document under `key` from another one that `row` shows under the same id, by their
 * marks. The first document gets a key of its own. What was done to it here is never sent to the
 * other one: it waits for its author, with the reason. Inside the caller's transaction. Returns the
 * key of the other one and the new key; null where the row is of the same document, or has no mark.
 */
export async function partReplaced(
  mirror: Mirror,
  { key, row }: { key: string; row: DocumentRow },
): Promise<{ readonly key: string; readonly parted: string } | null> {
  const shown = await mirror.documents.get(key);
  if (shown?.mark === undefined || !isAnother(shown.mark, row)) return null;
  const other = keyOfServerId(row.id);
  const parted = key === other ? keyOfReplaced(shown.mark) : key;
  const lane = await mirror.commands.where('documentKey').equals(key).toArray();
  for (const command of lane) {
    const seen = command.basedOn?.mark;
    if (seen !== undefined && !isAnother(seen, row)) await mirror.commands.update(command.seq, { documentKey: other });
    else await mirror.commands.update(command.seq, { documentKey: parted, ...refusalOf(command) });
  }
  const draft = await mirror.drafts.get(replyDraftOf(key));
  const isForOther = draft?.mark !== undefined && !isForAnother(draft, row);
  const to = replyDraftOf(isForOther ? other : parted);
  if (draft !== undefined && draft.id !== to) await moveDraft(mirror, { from: draft.id, to });
  await dropKeptOf(mirror, [{ key, serverId: row.id }]);
  await mirror.bases.delete(key);
  await dropDocuments(mirror, [{ ...shown, key: parted, serverId: null }]);
  return { key: other, parted };
}

/**
 * If the command had an effect, the effect went with the first document. The command is no longer
 * in doubt.
 */
function refusalOf(command: OutboxCommand): Partial<OutboxCommand> {
  return isPending(command) ? { state: 'refused', lease: null, answerLost: false, lastError: REPLACED } : {};
}
