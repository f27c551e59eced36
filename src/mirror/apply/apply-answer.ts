import type { DocumentFull } from '#contract/documents.ts';
import type { Receipt } from '#contract/writes.ts';
import { acknowledge, adoptFiles } from '../outbox/acknowledge.ts';
import { adoptKey } from './apply-document-rows.ts';
import { applyDetailsOf } from './apply-details.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { baseOf, refold } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, FOLD_TABLES } from '../store/storage.ts';
import { markMet } from './walk.ts';

/**
 * A receipt, and the document as it is now, where its author still sees it. Without a receipt a command is not done
 * (I9).
 */
export type Registered = { readonly receipt: Receipt; readonly document?: DocumentFull };

/**
 * Applies the server's answer to a command: the row and details in it, the command done with its receipt, the key bound
 * to the server's id, and the view folded again, in one transaction. No lease is needed: a receipt is true whatever
 * context brings it, and applying it twice changes nothing.
 */
export async function applyAnswer(
  mirror: Mirror,
  {
    command,
    answer,
    nowMs,
  }: { command: Pick<OutboxCommand, 'id' | 'type' | 'documentKey'>; answer: Registered; nowMs: number },
): Promise<void> {
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'drafts', 'walk', 'tombstones'],
    work: async () => {
      const stored = await mirror.commands.where('id').equals(command.id).first();
      const key = stored?.documentKey ?? command.documentKey;
      const { document, receipt } = answer;
      if (document !== undefined) await applyFull(mirror, { key, document });
      if (stored !== undefined) {
        await acknowledge(mirror, { command: stored, receipt, doneAtMs: nowMs });
        if (document !== undefined) await adoptSent(mirror, { command, receipt, document });
      }
      await refold(mirror, key);
    },
  });
}

async function applyFull(mirror: Mirror, { key, document }: { key: string; document: DocumentFull }): Promise<void> {
  const { abilities: _computedHere, content, files, interactions, logs, viewers, ...row } = document;
  const known = await mirror.documents.where('serverId').equals(row.id).first();
  if (known !== undefined && known.key !== key) await adoptKey(mirror, { from: known.key, to: key });
  const base = await baseOf(mirror, key);
  const buried = await mirror.tombstones.get(['documents', row.id]);
  if (row.rev > Math.max(base?.rev ?? -1, buried?.rev ?? -1)) {
    await mirror.bases.put({ key, row });
    if (buried !== undefined) await mirror.tombstones.delete(['documents', row.id]);
  }
  await markMet(mirror, { collection: 'documents', id: row.id });
  const details = { id: row.id, rev: row.rev, content, files, interactions, logs, viewers };
  await applyDetailsOf(mirror, { document: { key, command_id: row.command_id }, details });
}

async function adoptSent(
  mirror: Mirror,
  {
    command,
    receipt,
    document,
  }: { command: Pick<OutboxCommand, 'id' | 'type'>; receipt: Receipt; document: DocumentFull },
): Promise<void> {
  const interactionId = receipt.ids.interaction_id;
  const refs =
    command.type === 'create-document'
      ? document.files
      : (document.interactions.find((interaction) => interaction.id === interactionId)?.files ?? []);
  await adoptFiles(mirror, { commandId: command.id, refs });
}
