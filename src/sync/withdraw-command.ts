import { PATHS } from '#contract/paths.ts';
import { readWithdrawal } from '#contract/read-receipts.ts';
import { HEADERS } from '#contract/sync.ts';
import { applyAnswer } from '#mirror/apply/apply-answer.ts';
import { applyListedAnswer } from '#mirror/apply/apply-listed-answer.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { settleDoubt } from '#mirror/outbox/sending.ts';
import { isInDoubt, type DoubtAnswer, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { DrainParts } from './drain-parts.ts';
import { askWho, look } from './look.ts';
import { learnReceiptKey } from './learn-receipt-key.ts';
import { readingOf, successOf } from './reading.ts';

const PATIENCE_MS = 10_000;

type WithdrawParts = Pick<DrainParts, 'runtime' | 'client' | 'connection' | 'outbox'>;

/**
 * Withdraws a command whose answer was lost, before its author makes another command of it: what is still held up on its way
 * has no effect any more (S18). A registered command is done instead. A withdrawn one waits a moment for its author, and is
 * then sent again. A drain may be sending it meanwhile, so the withdrawal is only of the attempts made before.
 */
export async function withdrawCommand(parts: WithdrawParts, id: string): Promise<DoubtAnswer> {
  const { runtime, client, connection } = parts;
  const { mirror, clock, userId } = runtime;
  const command = await commandById(mirror, id);
  if (command === undefined || command.actorId !== userId || !isInDoubt(command)) {
    return command?.state === 'done' ? 'registered' : 'absent';
  }
  const { attempts } = command;
  if (command.unkeyed === true) return lookForDoubt(parts, command);
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

/**
 * A server without keys can't withdraw anything, so it is looked at once more (S106). What it does not show is its author's to
 * decide; where it shows too little, only an author who was told so decides.
 */
async function lookForDoubt(parts: WithdrawParts, command: OutboxCommand): Promise<DoubtAnswer> {
  const { mirror, clock } = parts.runtime;
  const { id, attempts, actorId } = command;
  if ((await askWho(parts)).id !== actorId) return 'unreachable';
  const sight = await look(parts, { command });
  if (sight.kind === 'found') {
    const isOwn = await applyListedAnswer(mirror, { command, answer: sight.answer, nowMs: clock() });
    return isOwn ? 'registered' : 'unreachable';
  }
  const isTold = command.state === 'held' && command.lastError?.class === 'unverified';
  if (sight.kind === 'trouble' || (sight.kind !== 'absent' && !isTold)) return 'unreachable';
  return (await settleDoubt(mirror, { id, attempts, nowMs: clock() })) ? 'absent' : 'sending';
}
