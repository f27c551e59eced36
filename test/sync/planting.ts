// Helpers that plant a bug in a healthy device.

import type { Receipt } from '#contract/writes.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { outcomeOf, type Outcome } from '#sync/outcome.ts';
import type { Outbox } from '#sync/parts.ts';
import type { Plant } from './device.ts';
import type { Parts } from './ground.ts';

/** Changes the outbox of a device. */
export function outbox(change: (outbox: Outbox, parts: Parts) => Partial<Outbox>): Plant {
  return (parts) => ({ ...parts, outbox: { ...parts.outbox, ...change(parts.outbox, parts) } });
}

/** Changes how answers are judged. */
export function judge(change: (outcome: Outcome, got: Judgement) => Outcome): Plant {
  return (parts) => ({
    ...parts,
    outcomeOf: (command, got) => change(outcomeOf(command, got), { command, answer: got.answer }),
  });
}
type Judgement = { command: Pick<OutboxCommand, 'id'>; answer: Parameters<typeof outcomeOf>[1]['answer'] };

/** Deletes a command from the outbox, without a receipt or a gesture of its author. */
export const remove = async ({ runtime }: Parts, command: OutboxCommand) => {
  await runtime.mirror.commands.delete(command.seq);
};

function madeUpReceipt({ id }: { id: string }): Receipt {
  return { key: id, type: 'respond', result: 'applied', ids: {}, rev: 0, at: '2026-11-20T00:00:00.000Z' };
}

/** The outcome of a command that the server has registered, with a receipt that no server gave. */
export function pretendDone(command: Pick<OutboxCommand, 'id'>): Outcome {
  return { kind: 'done', answer: { receipt: madeUpReceipt(command) } };
}

/** The error of a conflict that the server did not report. */
export const madeUpError = { class: 'conflict', status: 409, type: null, message: '', errors: {}, code: null } as const;

/** Takes a command, whatever its lane says. */
export async function forcedClaim(
  { runtime }: Parts,
  { id, token, untilMs }: { id: string; token: string; untilMs: number },
): Promise<OutboxCommand | null> {
  const command = await runtime.mirror.commands.where('id').equals(id).first();
  if (command === undefined) return null;
  const taken = { state: 'sending', lease: { token, untilMs }, attempts: command.attempts + 1 } as const;
  await runtime.mirror.commands.update(command.seq, taken);
  return { ...command, ...taken };
}
