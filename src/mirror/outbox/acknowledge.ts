import type { FileRef } from '#contract/references.ts';
import type { Receipt } from '#contract/writes.ts';
import type { CommandOf, OutboxCommand } from '../store/outbox-row.ts';
import { isRowCommand, rowKeysOf, withRowKeys } from '../store/row-commands.ts';
import { cacheOwnerOf, commandOwnerOf } from '../store/rows.ts';
import { keyOfServerId, type Mirror } from '../store/schema.ts';

/**
 * The server has the command: it is done, whatever brought the news (its own answer, a page, the details). Inside the
 * caller's transaction; the caller refolds. Says whether anything changed.
 */
export async function acknowledge(
  mirror: Mirror,
  { command, receipt, doneAtMs }: { command: OutboxCommand; receipt: Receipt | null; doneAtMs: number },
): Promise<boolean> {
  if (command.state === 'done') return false;
  if (command.type === 'create-row') await nameRegistered(mirror, { creation: command, receipt });
  await mirror.commands.update(command.seq, {
    state: 'done',
    receipt,
    doneAtMs,
    lease: null,
    lastError: null,
    failures: 0,
    mayBeRefused: false,
  });
  return true;
}

/** The row has an id now: commands that waited for it name it by that. None of them was ever sent. */
async function nameRegistered(
  mirror: Mirror,
  { creation, receipt }: { creation: CommandOf<'create-row'>; receipt: Receipt | null },
): Promise<void> {
  const id = receipt?.ids.row_id;
  if (id === undefined) return;
  const { row_key: made } = creation.payload;
  for (const command of await mirror.commands.where('documentKey').equals(creation.documentKey).toArray()) {
    if (!isRowCommand(command) || command.type === 'create-row' || !rowKeysOf(command).includes(made)) continue;
    const payload = withRowKeys(command, (key) => (key === made ? keyOfServerId(id) : key));
    await mirror.commands.update(command.seq, { payload });
  }
}

/** The receipt that a row with the command's id stands for, when the answer itself was lost. */
export function receiptFromRow(
  command: Pick<OutboxCommand, 'id' | 'type'>,
  { rev, at, documentId, interactionId }: { rev: number; at: string; documentId: number; interactionId?: number },
): Receipt {
  const ids = interactionId === undefined ? {} : { interaction_id: interactionId };
  return { key: command.id, type: command.type, result: 'applied', ids: { document_id: documentId, ...ids }, rev, at };
}

/**
 * The bytes that were sent become the device's copy of the server's files, so that they still open without a network.
 */
export async function adoptFiles(
  mirror: Mirror,
  { commandId, refs }: { commandId: string; refs: readonly FileRef[] },
): Promise<void> {
  const owned = await mirror.files.where('owner').equals(commandOwnerOf(commandId)).toArray();
  const taken = new Set<number>();
  for (const file of owned) {
    const ref = refs.find((one) => one.sha256 === file.sha256 && !taken.has(one.id));
    if (ref === undefined) continue;
    taken.add(ref.id);
    await mirror.files.update(file.id, { owner: cacheOwnerOf(ref.id) });
  }
}
