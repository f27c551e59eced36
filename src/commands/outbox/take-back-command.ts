import { joinedDraft, loadDraft, putDraft } from '#mirror/keep/drafts.ts';
import { dropFilesOf, moveFiles } from '#mirror/keep/files.ts';
import { takeCommand } from '#mirror/outbox/author-door.ts';
import { isShared } from '#mirror/outbox/outbox-lanes.ts';
import { commandById, commandsOn } from '#mirror/outbox/stored-commands.ts';
import { draftFilesOf, isCreation, type OutboxCommand, ownedFilesOf } from '#mirror/store/outbox-row.ts';
import { type DraftRow, picturesOf } from '#mirror/store/draft-row.ts';
import { commandOwnerOf, draftOwnerOf } from '#mirror/store/rows.ts';
import { refold } from '#mirror/fold/refold.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext } from '../frame/context.ts';
import { OutboxBusy, settledCommand } from './own-command.ts';

type TakenBack = {
  readonly id: string;
  /** The form's contents, made from the command. Its files are those of the command. */
  readonly draft: Omit<DraftRow, 'fileIds'>;
  /**
   * What happens to a draft of the form that exists already. `replaced`: it is erased, to which its
   * author has agreed. `joined`: it stays, and the command's words and files are added behind its
   * own. `continued`: it was begun from the command and is newer, so it stays as it is, except for
   * the values of `opened`, and takes over those of the command's files that it names.
   */
  readonly present?: 'replaced' | 'joined' | 'continued';
  /** The values with which the form opens, which no author has chosen. */
  readonly opened?: DraftRow['fields'];
};

/**
 * "Editar", "Corrigir", "Desistir": returns the command to the form it came from. Its content
 * becomes the draft `draft`, its files change their owner and the command leaves the outbox, in one
 * transaction, so that nothing is lost or doubled. Throws OutboxBusy; a creation with commands on
 * its document or row can't be taken back (correct-creation.ts).
 */
export async function takeBackCommand(
  context: CommandContext,
  { id, draft, present = 'replaced', opened }: TakenBack,
): Promise<void> {
  const { mirror } = context;
  let isTaken = false;
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
    work: async () => {
      // After a lost connection to the database the work runs again, although the first run may
      // have been committed.
      if (isTaken && (await commandById(mirror, id)) === undefined) return;
      const command = await settledCommand(context, id);
      if (isCreation(command)) await refuseWithDependents(context, command);
      const owner = draftOwnerOf(draft.id);
      const before = present === 'replaced' ? undefined : await loadDraft(mirror, draft.id);
      if (present === 'replaced') await dropFilesOf(mirror, owner);
      if (present === 'continued' && before !== undefined) {
        await moveFiles(mirror, { ids: [...before.fileIds, ...picturesOf(before)], owner });
        await dropFilesOf(mirror, commandOwnerOf(id));
        await putDraft(mirror, { ...before, fields: { ...before.fields, ...opened } });
      } else {
        await moveFiles(mirror, { ids: ownedFilesOf(command), owner });
        const mark = command.basedOn?.mark;
        const taken = { ...draft, ...(mark === undefined ? {} : { mark }), ...draftFilesOf(command) };
        await putDraft(mirror, before === undefined ? taken : joinedDraft(before, taken, opened));
      }
      await takeCommand(mirror, command);
      await refold(mirror, command.documentKey);
      isTaken = true;
    },
  });
  context.wake();
}

async function refuseWithDependents({ mirror }: CommandContext, creation: OutboxCommand): Promise<void> {
  const lane = await commandsOn(mirror, creation.documentKey);
  if (lane.some((other) => other.id !== creation.id && isShared(creation, other))) throw new OutboxBusy('dependents');
}
