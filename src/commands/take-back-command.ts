import { draftOwnerOf, joinedDraft } from '#mirror/keep/drafts.ts';
import { dropFiles, moveFiles } from '#mirror/keep/files.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { DraftRow } from '#mirror/store/rows.ts';
import { refold } from '#mirror/fold/refold.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext } from './context.ts';
import { OutboxBusy, settledCommand } from './own-command.ts';

type TakenBack = {
  readonly id: string;
  /** What the form is to show; its file list is the command's. */
  readonly draft: Omit<DraftRow, 'fileIds'>;
  /**
   * What becomes of a draft that is there: `replaced` (its author was asked), or `joined`: the command's words and files
   * come behind its own, and the rest of it stays.
   */
  readonly present?: 'replaced' | 'joined';
};

/**
 * "Editar", "Corrigir", "Desistir": the command goes back into the form it came from. Its content becomes the draft `draft`,
 * its files change hands, the command leaves the outbox: one transaction, nothing twice, nothing lost. Throws OutboxBusy; a
 * creation with something made on its document can't be taken back (correct-creation.ts).
 */
export async function takeBackCommand(
  context: CommandContext,
  { id, draft, present = 'replaced' }: TakenBack,
): Promise<void> {
  const { mirror } = context;
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
    work: async () => {
      const command = await settledCommand(context, id);
      if (command.type === 'create-document') await refuseWithDependents(context, command);
      const owner = draftOwnerOf(draft.id);
      const before = present === 'joined' ? await mirror.drafts.get(draft.id) : undefined;
      if (present === 'replaced') {
        await dropFiles(mirror, await mirror.files.where('owner').equals(owner).primaryKeys());
      }
      const fileIds = command.files.map((file) => file.id);
      await moveFiles(mirror, { ids: fileIds, owner });
      await mirror.drafts.put(
        before === undefined ? { ...draft, fileIds } : joinedDraft(before, { ...draft, fileIds }),
      );
      await mirror.commands.delete(command.seq);
      await refold(mirror, command.documentKey);
    },
  });
  context.wake();
}

async function refuseWithDependents({ mirror }: CommandContext, creation: OutboxCommand): Promise<void> {
  const lane = await mirror.commands.where('documentKey').equals(creation.documentKey).toArray();
  if (lane.some((other) => other.id !== creation.id)) throw new OutboxBusy('dependents');
}
