import { isUnderstood } from '#mirror/store/upcast-command.ts';
import { commandById } from '#mirror/outbox/find-command.ts';
import { isInDoubt, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { CommandContext } from '../frame/context.ts';

/**
 * A gesture on the outbox that can't be made now: it is being sent, is done or gone, is not this person's, others depend on
 * it, or the server may have it and was not asked. Thrown.
 */
export class OutboxBusy extends Error {
  readonly reason: 'sending' | 'done' | 'missing' | 'not-author' | 'dependents' | 'in-doubt';

  constructor(reason: OutboxBusy['reason']) {
    super(`outbox: ${reason}`);
    this.name = 'OutboxBusy';
    this.reason = reason;
  }
}

/** The command, if it is this person's and may be touched; inside the caller's transaction. Throws OutboxBusy. */
export async function ownCommand(context: CommandContext, id: string): Promise<OutboxCommand> {
  const command = await commandById(context.mirror, id);
  if (command === undefined) throw new OutboxBusy('missing');
  if (command.actorId !== context.session.id) throw new OutboxBusy('not-author');
  if (command.state === 'done') throw new OutboxBusy('done');
  if (command.state === 'sending' && leaseHolds(command, context.clock())) throw new OutboxBusy('sending');
  return command;
}

/**
 * The same, for what takes the command away or makes another of it: never of one the server may have (I2). Throws
 * OutboxBusy.
 */
export async function settledCommand(context: CommandContext, id: string): Promise<OutboxCommand> {
  const command = await ownCommand(context, id);
  if (isInDoubt(command)) throw new OutboxBusy('in-doubt');
  return command;
}

/** Whether a retry makes sense: a conflict is redone instead, and what this version does not understand stays as it is. */
export function canRetry(command: OutboxCommand): boolean {
  return command.state !== 'conflict' && command.state !== 'done' && isUnderstood(command);
}

function leaseHolds(command: OutboxCommand, nowMs: number): boolean {
  return command.lease !== null && command.lease.untilMs > nowMs;
}
