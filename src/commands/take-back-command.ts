import { draftOwnerOf } from '#mirror/drafts.ts';
import { dropFiles, moveFiles } from '#mirror/files.ts';
import type { OutboxCommand } from '#mirror/outbox-row.ts';
import type { DraftRow } from '#mirror/rows.ts';
import { refold } from '#mirror/refold.ts';
import { durably, FOLD_TABLES } from '#mirror/storage.ts';
import type { CommandContext } from './context.ts';
import { OutboxBusy, ownCommand } from './own-command.ts';

/**
 * "Editar", "Corrigir": the command goes back into the form it came from. Its content becomes the draft `draft` (whose file
 * list is the command's), its files change hands, the command leaves the outbox: one transaction, nothing twice, nothing
 * lost. Throws OutboxBusy; a creation with something made on its document can't be taken back.
 */
export async function takeBackCommand(
  context: CommandContext,
  { id, draft }: { id: string; draft: Omit<DraftRow, 'fileIds'> },
): Promise<void> {
  const { mirror } = context;
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
    work: async () => {
      const command = await ownCommand(context, id);
      if (command.type === 'create-document') await refuseWithDependents(context, command);
      const owner = draftOwnerOf(draft.id);
      await dropFiles(mirror, await mirror.files.where('owner').equals(owner).primaryKeys());
      const fileIds = command.files.map((file) => file.id);
      await moveFiles(mirror, { ids: fileIds, owner });
      await mirror.drafts.put({ ...draft, fileIds });
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
