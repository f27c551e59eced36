import { dropCommand, retargetCommand } from '#mirror/outbox/author-door.ts';
import { onlyOn } from '#mirror/outbox/outbox-lanes.ts';
import { commandById, commandsOn } from '#mirror/outbox/stored-commands.ts';
import { type CommandOf, isCreation, isRowCommand, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { refold } from '#mirror/fold/refold.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext } from '../frame/context.ts';
import { dropCorrection } from './correct-creation.ts';
import { OutboxBusy, ownCommand, settledCommand } from './own-command.ts';

/**
 * The author discards a command: the only way that one leaves the outbox without a receipt (I1).
 * With a creation go all commands on its document or row alone, and the draft in which it was being
 * corrected. After any other command, the commands that waited for it are judged again.
 * `evenInDoubt`: the author knows that the server may have the command, and that it then stays
 * there. Returns the ids of the removed commands. Throws OutboxBusy when one of them is being sent.
 */
export async function discardCommand(
  context: CommandContext,
  { id, evenInDoubt = false }: { id: string; evenInDoubt?: boolean },
): Promise<string[]> {
  const { mirror } = context;
  let gone: string[] | null = null;
  const discarded = await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
    work: async () => {
      // After a lost connection to the database the work runs again, although the first run may
      // have been committed.
      if (gone !== null && (await commandById(mirror, id)) === undefined) return gone;
      const command = await (evenInDoubt ? ownCommand : settledCommand)(context, id);
      const going = [command, ...(isCreation(command) ? await goingWith(context, command) : [])];
      await dropCorrection(mirror, command);
      if (command.type === 'create-row') await leaveOut(mirror, command);
      for (const one of going) await dropCommand(mirror, one);
      await refold(mirror, command.documentKey);
      gone = going.map((one) => one.id);
      return gone;
    },
  });
  context.wake();
  return discarded;
}

/**
 * The commands that are discarded with a creation; inside the caller's transaction. Throws
 * OutboxBusy.
 */
export async function goingWith(context: CommandContext, creation: OutboxCommand): Promise<OutboxCommand[]> {
  const later = onlyOn(creation, await commandsOn(context.mirror, creation.documentKey));
  if (later.some((command) => command.state === 'sending')) throw new OutboxBusy('sending');
  return later;
}

/** Removes a discarded row from commands on several rows; inside the caller's transaction. */
export async function leaveOut(mirror: Mirror, { documentKey, payload }: CommandOf<'create-row'>): Promise<void> {
  const keyOf = (key: string) => (key === payload.row_key ? null : key);
  for (const command of await commandsOn(mirror, documentKey)) {
    if (isRowCommand(command) && command.type !== 'create-row') await retargetCommand(mirror, { command, keyOf });
  }
}
