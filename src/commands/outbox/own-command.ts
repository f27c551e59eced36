import { isUnderstood } from '#mirror/store/upcast-command.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { isInDoubt, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { CommandContext } from '../frame/context.ts';

/**
 * Thrown for a gesture on the outbox that can't be made now. The command is being sent, is done or
 * gone, belongs to another person, has dependents, or may be on the server, which could not be
 * asked.
 */
export class OutboxBusy extends Error {
  readonly reason: 'sending' | 'done' | 'missing' | 'not-author' | 'dependents' | 'in-doubt';

  constructor(reason: OutboxBusy['reason']) {
    super(`outbox: ${reason}`);
    this.name = 'OutboxBusy';
    this.reason = reason;
  }
}

/**
 * Returns the command if it belongs to this person and may be changed; inside the caller's
 * transaction. Throws OutboxBusy.
 */
export async function ownCommand(context: CommandContext, id: string): Promise<OutboxCommand> {
  const command = await commandById(context.mirror, id);
  if (command === undefined) throw new OutboxBusy('missing');
  if (command.actorId !== context.session.id) throw new OutboxBusy('not-author');
  if (command.state === 'done') throw new OutboxBusy('done');
  if (command.state === 'sending' && leaseHolds(command, context.clock())) throw new OutboxBusy('sending');
  return command;
}

/**
 * Like `ownCommand`, for a gesture that removes the command or replaces it. Throws OutboxBusy also
 * for a command that the server may have (I2).
 */
export async function settledCommand(context: CommandContext, id: string): Promise<OutboxCommand> {
  const command = await ownCommand(context, id);
  if (isInDoubt(command)) throw new OutboxBusy('in-doubt');
  return command;
}

/**
 * Whether a retry makes sense. A conflict is redone instead, and a command that this version does
 * not understand stays as it is.
 */
export function canRetry(command: OutboxCommand): boolean {
  return command.state !== 'conflict' && command.state !== 'done' && isUnderstood(command);
}

function leaseHolds(command: OutboxCommand, nowMs: number): boolean {
  return command.lease !== null && command.lease.untilMs > nowMs;
}
