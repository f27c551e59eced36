import { PATHS } from '#contract/paths.ts';
import { readReceipt } from '#contract/read-receipts.ts';
import { HEADERS } from '#contract/sync.ts';
import { applyAnswer } from '#mirror/apply/apply-answer.ts';
import { commandById } from '#mirror/outbox/outbox-lanes.ts';
import { settleDoubt } from '#mirror/outbox/sending.ts';
import { isInDoubt, type DoubtAnswer } from '#mirror/store/outbox-row.ts';
import type { DrainParts } from './drain-parts.ts';
import { readingOf, successOf, type Reading } from './reading.ts';

const PATIENCE_MS = 10_000;

/**
 * Asks the server what became of a command whose answer was lost, before its author makes another command of it. A
 * registered command is done. An absent one waits a moment for its author, and is then sent again. A drain may be
 * sending it meanwhile, so the answer counts only for the attempts made before the question.
 */
export async function askReceipt(
  { runtime, client, connection }: Pick<DrainParts, 'runtime' | 'client' | 'connection'>,
  id: string,
): Promise<DoubtAnswer> {
  const { mirror, clock, userId } = runtime;
  const command = await commandById(mirror, id);
  if (command === undefined || command.actorId !== userId || !isInDoubt(command)) {
    return command?.state === 'done' ? 'registered' : 'absent';
  }
  const answer = await client.request({
    method: 'GET',
    path: PATHS.receipt(id),
    headers: { [HEADERS.actingUser]: String(userId) },
    timeoutMs: PATIENCE_MS,
  });
  await connection.heard(answer);
  const reading = readingOf(answer);
  const receipt = readReceipt(successOf(reading), id);
  if (receipt !== null) {
    await applyAnswer(mirror, { command, answer: { receipt }, nowMs: clock() });
    return 'registered';
  }
  if (!saysAbsent(reading)) return 'unreachable';
  return (await settleDoubt(mirror, { id, attempts: command.attempts, nowMs: clock() })) ? 'absent' : 'sending';
}

/** Only our server's own body counts: a server without receipts, or a proxy, answers 404 too. */
function saysAbsent(reading: Reading): boolean {
  return reading.kind === 'ours' && reading.reply.status === 404 && reading.body?.type === 'not_found';
}
