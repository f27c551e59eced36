// A refused creation is corrected in its place. It stays in the outbox, with its reason and its
// files, while its author works on the form, so that commands on its document keep waiting for it
// by the rule of lanes (src/sync/promises.md, Order and guards). Sending the form puts a new
// command, under a new key, in its place.

import type { CalendarDay } from '#domain/dates.ts';
import { discardDraft, loadDraft, putDraft } from '#mirror/keep/drafts.ts';
import { manageDraftOf } from '#mirror/keep/written-drafts.ts';
import { dropFilesOf } from '#mirror/keep/files.ts';
import { rebaseCommand, replaceCommand, takeCommand } from '#mirror/outbox/author-door.ts';
import { commandById, commandsOn } from '#mirror/outbox/stored-commands.ts';
import { type CommandOf, draftFilesOf, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { refold } from '#mirror/fold/refold.ts';
import type { DraftRow } from '#mirror/store/draft-row.ts';
import { commandOwnerOf } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { createDocument, type NewDocument } from '../documents/create-document.ts';
import { documentBefore } from '../frame/on-document.ts';
import { OutboxBusy, settledCommand } from './own-command.ts';
import { seenDocumentOf, gestureMomentOf } from '../frame/store-command.ts';

/** Id of the draft in which a creation is corrected. */
export function correctionDraftOf(commandId: string): string {
  return `create:${commandId}`;
}

/**
 * "Corrigir": opens a draft in which the refused creation is corrected, while the command stays in
 * the outbox. A draft begun before is continued. The draft names the command's files without owning
 * them. Throws OutboxBusy.
 */
export async function beginCorrection(
  context: CommandContext,
  { id, fields }: { id: string; fields: DraftRow['fields'] },
): Promise<void> {
  const { mirror } = context;
  const draftId = correctionDraftOf(id);
  await durably(mirror, {
    tables: ['commands', 'drafts'],
    work: async () => {
      const refused = await refusedCreation(context, id);
      if ((await loadDraft(mirror, draftId)) !== undefined) return;
      await putDraft(mirror, { id: draftId, fields, ...draftFilesOf(refused), savedAtMs: context.clock() });
    },
  });
}

/**
 * Sends the corrected document. It is judged like a new one. The new command takes the place, the
 * lane and the document of the refused one, and commands that waited are based on the document as
 * it is now. Throws OutboxBusy when the refused command can no longer be corrected.
 */
export async function correctCreation(
  context: CommandContext,
  { id, ...document }: NewDocument & { id: string },
): Promise<GestureResult> {
  const { mirror } = context;
  const ids = [context.newId(), context.newId()];
  const { today } = await gestureMomentOf(context);
  const outcome = await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
    work: async (): Promise<GestureResult> => {
      // After a lost connection to the database the work runs again, although the first run may
      // have been committed.
      const [commandId] = ids;
      const again = await commandById(mirror, commandId ?? '');
      if (again !== undefined) return { kind: 'stored', commandId: again.id, documentKey: again.documentKey };
      const refused = await refusedCreation(context, id);
      const fresh = [...ids];
      const quiet = { ...context, newId: () => fresh.shift() ?? context.newId(), wake: () => undefined };
      const made = await createDocument(quiet, document);
      if (made.kind === 'refused') return made;
      await takePlace(mirror, { refused, madeId: made.commandId });
      await baseAgain(mirror, { refused, today });
      await refold(mirror, refused.documentKey);
      return { ...made, documentKey: refused.documentKey };
    },
  });
  if (outcome.kind === 'stored') context.wake();
  return outcome;
}

/**
 * Erases the draft in which a discarded command was being corrected; inside the caller's
 * transaction over drafts, files and chunks.
 */
export async function dropCorrection(mirror: Mirror, command: OutboxCommand): Promise<void> {
  if (command.type === 'create-document') await discardDraft(mirror, correctionDraftOf(command.id));
  if (command.type !== 'create-row' && command.type !== 'update-row') return;
  await discardDraft(mirror, manageDraftOf(command.payload.collection, { corrects: command.id }));
}

async function refusedCreation(context: CommandContext, id: string): Promise<CommandOf<'create-document'>> {
  const command = await settledCommand(context, id);
  if (command.type !== 'create-document') throw new Error('only a creation is corrected in its place');
  // A command in another state was retried meanwhile, and may be sent at any moment.
  if (command.state !== 'refused') throw new OutboxBusy('sending');
  return command;
}

async function takePlace(
  mirror: Mirror,
  { refused, madeId }: { refused: OutboxCommand; madeId: string },
): Promise<void> {
  const made = await commandById(mirror, madeId);
  if (made === undefined) throw new Error('the corrected creation was not stored');
  await takeCommand(mirror, made);
  await replaceCommand(mirror, { old: refused, command: made });
  await dropFilesOf(mirror, commandOwnerOf(refused.id));
  await refold(mirror, made.documentKey);
}

/**
 * Bases the later commands of the lane on the corrected document. Their author has made the
 * correction, so it must not conflict with them like another person's change.
 */
async function baseAgain(
  mirror: Mirror,
  { refused, today }: { refused: OutboxCommand; today: CalendarDay },
): Promise<void> {
  for (const command of await commandsOn(mirror, refused.documentKey)) {
    if (command.seq <= refused.seq || command.basedOn === null) continue;
    const document = await documentBefore(mirror, command);
    if (document !== null) await rebaseCommand(mirror, { command, basedOn: seenDocumentOf(document, today) });
  }
}
