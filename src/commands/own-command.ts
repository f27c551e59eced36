import { isUnderstood } from '#mirror/upcast-command.ts';
import type { OutboxCommand } from '#mirror/outbox-row.ts';
import type { CommandContext } from './context.ts';

/**
 * A gesture on the outbox that can't be made now: it is being sent, is done or gone, is not this person's, or others depend
 * on it. Thrown.
 */
export class OutboxBusy extends Error {
  readonly reason: 'sending' | 'done' | 'missing' | 'not-author' | 'dependents';

  constructor(reason: OutboxBusy['reason']) {
    super(`outbox: ${reason}`);
    this.name = 'OutboxBusy';
    this.reason = reason;
  }
}

/** The command, if it is this person's and may be touched; inside the caller's transaction. Throws OutboxBusy. */
export async function ownCommand(context: CommandContext, id: string): Promise<OutboxCommand> {
  const command = await context.mirror.commands.where('id').equals(id).first();
  if (command === undefined) throw new OutboxBusy('missing');
  if (command.actorId !== context.session.id) throw new OutboxBusy('not-author');
  if (command.state === 'done') throw new OutboxBusy('done');
  if (command.state === 'sending' && leaseHolds(command, context.clock())) throw new OutboxBusy('sending');
  return command;
}

/** Whether a retry makes sense: a conflict is redone instead, and what this version does not understand stays as it is. */
export function canRetry(command: OutboxCommand): boolean {
  return command.state !== 'conflict' && command.state !== 'done' && isUnderstood(command);
}

function leaseHolds(command: OutboxCommand, nowMs: number): boolean {
  return command.lease !== null && command.lease.untilMs > nowMs;
}
