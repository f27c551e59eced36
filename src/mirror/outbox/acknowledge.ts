import type { ModelRow } from '#contract/reference-data.ts';
import type { FileRef } from '#contract/scalars.ts';
import type { Receipt } from '#contract/writes.ts';
import { carryToRow } from '../keep/drafts.ts';
import { dropFiles } from '../keep/files.ts';
import { manageDraftOf } from '../keep/written-drafts.ts';
import { joinedPicturesOf } from '../store/draft-row.ts';
import { type CommandOf, isRowCommand, type OutboxCommand, rowKeysOf, withRowKeys } from '../store/outbox-row.ts';
import { cacheOwnerOf, commandOwnerOf, type FileRow, keyOfServerId } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * Marks a command as done because the server has registered it, as its own answer, a page of the
 * pull or the details of the document say. Deletes the photographs of which its attachments were
 * made (S187). Inside the caller's transaction over commands, drafts, files and chunks; the caller
 * refolds. Returns whether anything changed.
 */
export async function acknowledge(
  mirror: Mirror,
  {
    command,
    receipt,
    doneAtMs,
    found = false,
  }: { command: OutboxCommand; receipt: Receipt | null; doneAtMs: number; found?: boolean },
): Promise<boolean> {
  if (command.state === 'done') return false;
  if (command.type === 'create-row') await nameRegistered(mirror, { creation: command, receipt });
  if (command.type === 'create-row' || command.type === 'update-row') await keepTyped(mirror, { command, receipt });
  const pictures = joinedPicturesOf(command);
  if (pictures.length > 0) await dropFiles(mirror, pictures);
  await mirror.commands.update(command.seq, {
    ...(pictures.length > 0 ? { joined: undefined } : {}),
    state: 'done',
    receipt,
    doneAtMs,
    lease: null,
    lastError: null,
    failures: 0,
    mayBeRefused: false,
    ...(found ? { found: true as const } : {}),
  });
  return true;
}

/**
 * Puts the server's key of a registered row into later commands, which name the row by its local
 * key. None of them was sent before, because they wait for the creation.
 */
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

/**
 * Moves forms that a person has not finished to the form of the registered row: the one under the
 * row's local key, and the one that corrects this command.
 */
async function keepTyped(
  mirror: Mirror,
  { command, receipt }: { command: CommandOf<'create-row'> | CommandOf<'update-row'>; receipt: Receipt | null },
): Promise<void> {
  const { collection } = command.payload;
  const id = receipt?.ids.row_id;
  const made = command.type === 'create-row' ? command.payload.row_key : command.payload.row_keys[0];
  const row = command.type === 'create-row' && id !== undefined ? keyOfServerId(id) : made;
  if (made === undefined || row === undefined) return;
  const to = manageDraftOf(collection, { row });
  await carryToRow(mirror, { from: manageDraftOf(collection, { row: made }), to });
  await carryToRow(mirror, { from: manageDraftOf(collection, { corrects: command.id }), to });
}

/** The receipt of a command whose answer was lost, made from the row that names the command. */
export function receiptFromRow(
  command: Pick<OutboxCommand, 'id' | 'type'>,
  { rev, at, documentId, interactionId }: { rev: number; at: string; documentId: number; interactionId?: number },
): Receipt {
  const ids = interactionId === undefined ? {} : { interaction_id: interactionId };
  return { key: command.id, type: command.type, result: 'applied', ids: { document_id: documentId, ...ids }, rev, at };
}

/**
 * Makes the bytes that a command sent the device's copy of the server's files, so that they still
 * open without a network. Files are matched by their SHA-256.
 */
export async function adoptFiles(
  mirror: Mirror,
  { commandId, refs }: { commandId: string; refs: readonly FileRef[] },
): Promise<void> {
  const owned = await sentFilesOf(mirror, commandId);
  const taken = new Set<number>();
  for (const file of owned) {
    const ref = refs.find((one) => one.sha256 === file.sha256 && !taken.has(one.id));
    if (ref === undefined) continue;
    taken.add(ref.id);
    await mirror.files.update(file.id, { owner: cacheOwnerOf(ref.id) });
  }
}

/**
 * Like `adoptFiles`, for the files of a model, whose hashes the wire does not carry. Nothing is
 * adopted unless the row is as the command left it (its rev is the receipt's): then each sent file
 * is among the new files of the row. A file is adopted only when its name and size fit exactly one
 * new file; the server has checked the bytes by their hash on arrival. `before`: the row as this
 * device had it; undefined for a new one.
 */
export async function adoptModelFiles(
  mirror: Mirror,
  sent: { commandId: string; receipt: Receipt; before: ModelRow | undefined; row: ModelRow },
): Promise<void> {
  const { commandId, receipt, before, row } = sent;
  if (row.rev !== receipt.rev) return;
  const owned = await sentFilesOf(mirror, commandId);
  const known = new Set(before?.files.map((file) => file.id));
  const added = row.files.filter((file) => !known.has(file.id));
  for (const file of owned) {
    const isLike = (one: Pick<FileRow, 'name' | 'size'>) => one.name === file.name && one.size === file.size;
    const [ref, ...others] = added.filter(isLike);
    if (ref === undefined || others.length > 0 || owned.filter(isLike).length > 1) continue;
    await mirror.files.update(file.id, { owner: cacheOwnerOf(ref.id) });
  }
}

async function sentFilesOf(mirror: Mirror, commandId: string): Promise<FileRow[]> {
  return mirror.files.where('owner').equals(commandOwnerOf(commandId)).toArray();
}
