import type { DocumentFull } from '#contract/documents.ts';
import type { WriteAcknowledgement } from '#contract/read-receipts.ts';
import type { WrittenRow } from '#contract/row-writes.ts';
import type { Change } from '#contract/sync.ts';
import type { Receipt } from '#contract/writes.ts';
import { acknowledge, adoptFiles, adoptModelFiles } from '../outbox/acknowledge.ts';
import { adoptKey } from './apply-document-rows.ts';
import { applyDetailsOf } from './apply-details.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { checkReceipt, keepReceipt } from '../keep/receipts.ts';
import { knownReceiptKeys } from '../store/device-facts.ts';
import { baseOf, refold } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, FOLD_TABLES } from '../store/storage.ts';
import { applyReferenceRows, refoldWaiting } from './apply-reference-rows.ts';
import { markMet } from './walk.ts';

/**
 * Applies the server's answer to a command in one transaction: it writes the document or row of the
 * answer, closes the command with its receipt, binds the document's key to the server's id, and
 * folds the document again. No lease is needed: a receipt is true whatever context brings it, and
 * applying it twice changes nothing.
 */
export async function applyAnswer(
  mirror: Mirror,
  {
    command,
    answer,
    nowMs,
  }: { command: Pick<OutboxCommand, 'id' | 'type' | 'documentKey'>; answer: WriteAcknowledgement; nowMs: number },
): Promise<void> {
  // Checked before the transaction, which must not wait for cryptography. A bad signature is
  // reported, and the receipt still counts.
  const isSigned = answer.receipt.signed !== undefined;
  const check = isSigned ? await checkReceipt(answer.receipt, (await knownReceiptKeys()) ?? []) : 'unsigned';
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts', 'walk', 'receipts'],
    work: async () => {
      const stored = await mirror.commands.where('id').equals(command.id).first();
      const key = stored?.documentKey ?? command.documentKey;
      const { document, written, receipt } = answer;
      if (document !== undefined) await applyFull(mirror, { key, document });
      await keepReceipt(mirror, { receipt, check });
      if (stored !== undefined) {
        await acknowledge(mirror, { command: stored, receipt, doneAtMs: nowMs });
        if (document !== undefined) await adoptSent(mirror, { command, receipt, document });
      }
      if (written?.collection === 'models') {
        const before = command.type === 'create-row' ? undefined : await mirror.models.get(written.row.id);
        await adoptModelFiles(mirror, { commandId: command.id, receipt, before, row: written.row });
      }
      const reference = written !== undefined && (await applyWritten(mirror, written));
      if (reference) await refoldWaiting(mirror);
      await refold(mirror, key);
    },
  });
}

/**
 * Applies the document that comes with a conflict, in one transaction. So the author sees at once
 * who changed it and when, and not only after the next pull. A newer row or newer details in the
 * mirror stay.
 */
export async function applyConflicting(
  mirror: Mirror,
  { command, document }: { command: Pick<OutboxCommand, 'id' | 'documentKey'>; document: DocumentFull },
): Promise<void> {
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts', 'walk'],
    work: async () => {
      const stored = await mirror.commands.where('id').equals(command.id).first();
      const key = stored?.documentKey ?? command.documentKey;
      await applyFull(mirror, { key, document });
      await refold(mirror, key);
    },
  });
}

/**
 * Writes the row of the answer, unless the mirror has a newer row or its deletion. Returns whether
 * it was written.
 */
async function applyWritten(mirror: Mirror, { collection, row }: WrittenRow): Promise<boolean> {
  const change = { collection, op: 'put', id: row.id, rev: row.rev, row } as Change;
  const wrote = await applyReferenceRows(mirror, { collection, changes: [change], walks: false });
  await markMet(mirror, { collection, id: row.id });
  return wrote;
}

/**
 * Writes a document of an answer with its details, under `key`; inside the caller's transaction,
 * which folds it again.
 */
export async function applyFull(
  mirror: Mirror,
  { key, document }: { key: string; document: DocumentFull },
): Promise<void> {
  const { abilities: _computedHere, content, files, interactions, logs, viewers, ...row } = document;
  const known = await mirror.documents.withServerId(row.id);
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
