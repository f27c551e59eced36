import { refold } from '#mirror/fold/refold.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import { isInDoubt, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { CommandContext } from './context.ts';
import { canRetry, ownCommand } from './own-command.ts';

/**
 * "Tentar agora": the same command, the same key, due at once. Also for a refused one: the server judges refusals anew. A
 * conflict is left for redoCommand. Throws OutboxBusy.
 */
export async function retryCommand(context: CommandContext, id: string): Promise<void> {
  await durably(context.mirror, {
    tables: FOLD_TABLES,
    work: async () => {
      const command = await ownCommand(context, id);
      if (canRetry(command)) await queueAgain(context, command);
    },
  });
  context.wake();
}

/** "Enviar tudo agora": everything that waits for time; what waits for its author stays. */
export async function retryAll(context: CommandContext): Promise<void> {
  await durably(context.mirror, {
    tables: FOLD_TABLES,
    work: async () => {
      const waiting = await context.mirror.commands.where('state').anyOf('queued', 'backoff', 'unknown').toArray();
      for (const command of waiting) {
        if (command.actorId === context.session.id && canRetry(command)) await dueNow(context, command);
      }
    },
  });
  context.wake();
}

async function queueAgain(context: CommandContext, command: OutboxCommand): Promise<void> {
  await dueNow(context, command);
  await context.mirror.commands.update(command.seq, {
    state: 'queued',
    answerLost: isInDoubt(command),
    lastError: null,
    lease: null,
  });
  await refold(context.mirror, command.documentKey);
}

async function dueNow({ mirror, clock }: CommandContext, command: OutboxCommand): Promise<void> {
  await mirror.commands.update(command.seq, { dueAtMs: clock(), failures: 0 });
}
