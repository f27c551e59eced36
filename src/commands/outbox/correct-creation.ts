// A refused creation is corrected in its place. It stays in the outbox, with its reason and its files, while its author
// works on the form, so that what was made on its document keeps waiting for it by the lanes' own rule (promises.md, Order and
// guards). Sending the form puts a new command, under a new key, where the refused one stood.

import type { CalendarDay } from '#domain/dates.ts';
import { discardDraft, loadDraft, putDraft } from '#mirror/keep/drafts.ts';
import { dropFilesOf } from '#mirror/keep/files.ts';
import { rebaseCommand, replaceCommand, takeCommand } from '#mirror/outbox/author-door.ts';
import { commandById, commandsOn } from '#mirror/outbox/find-command.ts';
import type { CommandOf, OutboxCommand } from '#mirror/store/outbox-row.ts';
import { refold } from '#mirror/fold/refold.ts';
import type { DraftRow } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { commandOwnerOf } from '#mirror/store/owners.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { createDocument, type NewDocument } from '../documents/create-document.ts';
import { documentBefore } from '../frame/document-before.ts';
import { OutboxBusy, settledCommand } from './own-command.ts';
import { seenDocumentOf, gestureMomentOf } from '../frame/store-command.ts';

/** Id of the draft a creation is corrected in. */
export function correctionDraftOf(commandId: string): string {
  return `create:${commandId}`;
}

/**
 * "Corrigir": opens a draft of the refused creation, beside it; one begun before goes on. The draft names the command's
 * files without owning them. Throws OutboxBusy.
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
      const fileIds = refused.files.map((file) => file.id);
      await putDraft(mirror, { id: draftId, fields, fileIds, savedAtMs: context.clock() });
    },
  });
}

/**
 * Sends the corrected document: judged like a new one; then the new command has the place, the lane and the document of the
 * refused one, and what waited is based on the document as it is now. Throws OutboxBusy when it is no longer there to be
 * corrected.
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
      // Run twice after a lost connection, the second run finds the first one's row.
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

/** A creation given up takes its correction with it; inside the caller's transaction over drafts, files and chunks. */
export async function dropCorrection(mirror: Mirror, creation: OutboxCommand): Promise<void> {
  await discardDraft(mirror, correctionDraftOf(creation.id));
}

async function refusedCreation(context: CommandContext, id: string): Promise<CommandOf<'create-document'>> {
  const command = await settledCommand(context, id);
  if (command.type !== 'create-document') throw new Error('only a creation is corrected in its place');
  // Somebody tried it again meanwhile: it is on its way.
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

/** Their author has seen the correction: it is no change behind their back for them to conflict with. */
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
