import { refold } from '#mirror/fold/refold.ts';
import { hastenCommands, resetCommand } from '#mirror/outbox/author-door.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { CommandContext } from '../frame/context.ts';
import { canRetry, ownCommand } from './own-command.ts';

/**
 * "Tentar agora": makes the same command due at once, under the same key. This holds for a refused
 * one too, because the server judges it anew. A conflict is redone instead (redoCommand). Throws
 * OutboxBusy.
 */
export async function retryCommand(context: CommandContext, id: string): Promise<void> {
  await durably(context.mirror, {
    tables: FOLD_TABLES,
    work: async () => {
      const command = await ownCommand(context, id);
      if (!canRetry(command)) return;
      await resetCommand(context.mirror, { command, nowMs: context.clock() });
      await refold(context.mirror, command.documentKey);
    },
  });
  context.wake();
}

/**
 * "Enviar tudo agora": commands that wait for time are due at once; commands that wait for their
 * author do not change.
 */
export async function retryAll(context: CommandContext): Promise<void> {
  await durably(context.mirror, {
    tables: FOLD_TABLES,
    work: async () => {
      const isMeant = (command: OutboxCommand) => command.actorId === context.session.id && canRetry(command);
      await hastenCommands(context.mirror, { isMeant, nowMs: context.clock() });
    },
  });
  context.wake();
}
