import { PATHS } from '#contract/paths.ts';
import { readWithdrawal } from '#contract/read-receipts.ts';
import { HEADERS } from '#contract/sync.ts';
import { applyAnswer } from '#mirror/apply/apply-answer.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { settleDoubt } from '#mirror/outbox/sending.ts';
import { isInDoubt, type DoubtAnswer, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { WithdrawParts } from './parts.ts';
import { learnReceiptKey } from './send-command.ts';
import { readingOf, successOf } from './reading.ts';
import { waysOfAttempt } from './server-ways.ts';

const PATIENCE_MS = 10_000;

/**
 * Withdraws a command whose answer was lost, before its author makes another command of it. A
 * delayed request then has no effect any more (S18). A command that turns out to be registered is
 * marked as done instead. A withdrawn command waits a moment for its author, and is then sent
 * again. A drain may be sending it meanwhile, so only the attempts made before are withdrawn.
 */
export async function withdrawCommand(parts: WithdrawParts, id: string): Promise<DoubtAnswer> {
  const { mirror, userId } = parts.runtime;
  const command = await commandById(mirror, id);
  if (command === undefined || command.actorId !== userId || !isInDoubt(command)) {
    return command?.state === 'done' ? 'registered' : 'absent';
  }
  const ways = await waysOfAttempt({ command, plain: parts.plain }, { withdraw: withdrawKeyed });
  return ways.withdraw(parts, command);
}

async function withdrawKeyed(
  { runtime, client, connection }: WithdrawParts,
  command: OutboxCommand,
): Promise<DoubtAnswer> {
  const { mirror, clock, userId } = runtime;
  const { id, attempts } = command;
  const answer = await client.request({
    method: 'DELETE',
    path: PATHS.receipt(id),
    query: { attempts },
    headers: { [HEADERS.actingUser]: String(userId) },
    timeoutMs: PATIENCE_MS,
  });
  await connection.heard(answer);
  const withdrawal = readWithdrawal(successOf(readingOf(answer)), id);
  if (withdrawal === null) return 'unreachable';
  const { receipt } = withdrawal;
  if (receipt === null) return (await settleDoubt(mirror, { id, attempts, nowMs: clock() })) ? 'absent' : 'sending';
  await learnReceiptKey(client, receipt);
  await applyAnswer(mirror, { command, answer: { receipt }, nowMs: clock() });
  return 'registered';
}
