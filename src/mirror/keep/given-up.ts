// Commands that their author gave up a moment ago, kept for "Desfazer": none of them was ever sent,
// so they can go back into the queue under their keys. They are a draft that no screen lists and no
// person is asked about.

import { type OutboxCommand, ownedFilesOf } from '../store/outbox-row.ts';
import { commandOwnerOf, draftOwnerOf, GIVEN_UP_PREFIX } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { discardDraft } from './drafts.ts';
import { moveFiles } from './files.ts';

/** What was given up in one gesture. */
export type GivenUp = {
  /** The commands that left the queue, as they were. */
  readonly commands: readonly OutboxCommand[];
  /** Commands that went on without a row, as they were before that. */
  readonly changed: readonly OutboxCommand[];
};

/**
 * Keeps what was given up, with its files; inside the caller's transaction over drafts and files.
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

/** Whether this was given up and can be taken back. */
export async function isGivenUp(mirror: Mirror, id: string): Promise<boolean> {
  return (await mirror.drafts.get(`${GIVEN_UP_PREFIX}${id}`)) !== undefined;
}

/**
 * What was given up, with its files back at their commands; null when it is kept no longer. Inside
 * a transaction likewise.
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
 * Nothing can be undone any more: what was given up before `beforeMs` (epoch ms) goes, with its
 * files.
 */
export async function forgetGivenUp(mirror: Mirror, beforeMs: number): Promise<void> {
  const drafts = await mirror.drafts.where('id').startsWith(GIVEN_UP_PREFIX).toArray();
  for (const { id } of drafts.filter((draft) => draft.savedAtMs < beforeMs)) await discardDraft(mirror, id);
}
