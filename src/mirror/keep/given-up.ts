// Keeps commands that their author has just discarded, for "Desfazer". None of them was ever sent,
// so they can return to the queue under their keys. They are stored as a draft that no screen
// lists.

import { type OutboxCommand, ownedFilesOf } from '../store/outbox-row.ts';
import { commandOwnerOf, draftOwnerOf, GIVEN_UP_PREFIX } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { discardDraft } from './drafts.ts';
import { moveFiles } from './files.ts';

/** What one gesture discarded. */
export type GivenUp = {
  /** The commands that left the queue, as they were. */
  readonly commands: readonly OutboxCommand[];
  /** The commands on several rows that lost a row and stay in the queue, as they were before. */
  readonly changed: readonly OutboxCommand[];
};

/**
 * Keeps discarded commands with their files; inside the caller's transaction over drafts and files.
 */
export async function keepGivenUp(
  mirror: Mirror,
  { id, nowMs, ...given }: GivenUp & { id: string; nowMs: number },
): Promise<void> {
  const draftId = `${GIVEN_UP_PREFIX}${id}`;
  const fileIds = given.commands.flatMap(ownedFilesOf);
  await moveFiles(mirror, { ids: fileIds, owner: draftOwnerOf(draftId) });
  await mirror.drafts.put({ id: draftId, fields: given, fileIds, savedAtMs: nowMs });
}

/** Whether the discarded commands still exist and can be restored. */
export async function isGivenUp(mirror: Mirror, id: string): Promise<boolean> {
  return (await mirror.drafts.get(`${GIVEN_UP_PREFIX}${id}`)) !== undefined;
}

/**
 * Takes discarded commands out of their draft, gives them their files back and returns them for the
 * queue; null when they are no longer kept. Inside the caller's transaction over drafts and files.
 */
export async function takeGivenUp(mirror: Mirror, id: string): Promise<GivenUp | null> {
  const draft = await mirror.drafts.get(`${GIVEN_UP_PREFIX}${id}`);
  if (draft === undefined) return null;
  const given = draft.fields as GivenUp;
  for (const command of given.commands) {
    await moveFiles(mirror, { ids: ownedFilesOf(command), owner: commandOwnerOf(command.id) });
  }
  await mirror.drafts.delete(draft.id);
  return given;
}

/**
 * Deletes commands that were discarded before `beforeMs` (epoch ms), with their files. They can no
 * longer be restored.
 */
export async function forgetGivenUp(mirror: Mirror, beforeMs: number): Promise<void> {
  const drafts = await mirror.drafts.where('id').startsWith(GIVEN_UP_PREFIX).toArray();
  for (const { id } of drafts.filter((draft) => draft.savedAtMs < beforeMs)) await discardDraft(mirror, id);
}
