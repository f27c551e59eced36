// Sends a command to a server that does not know commands by their key: at least once, checked
// (S106). A command whose answer was lost is looked for before it is sent again, and nothing is
// called registered that the server does not show (I9). Where the server shows too little, the
// author decides.

import { noteAlike, settleDoubt } from '#mirror/outbox/sending.ts';
import type { CommandError, DoubtAnswer, OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { DrainParts, Sending, WithdrawParts } from '../parts.ts';
import { applyListedAnswer } from './apply-listed-answer.ts';
import { askWho, look, rowsAlike, type Sight } from './look.ts';
import { errorOf, fileGone, type Outcome } from '../outcome.ts';
import { type Answer, readingOf } from '../reading.ts';
import { bodyOf, timeoutOf } from '../request-of.ts';

/**
 * The pause between a first look that did not find the command and the second: a request may still
 * be on its way.
 */
const SETTLE_MS = 30_000;

export async function sendChecked(parts: DrainParts, { command: claimed, signal }: Sending): Promise<Outcome> {
  // Rows that look like the one to be created are noted before any request. An answer may be lost
  // from here on, and the look for the command must then leave these rows out.
  const command = claimed.answerLost === true ? claimed : await noted(parts, claimed);
  const who = await askWho(parts);
  if (who.id === null) return troubleOf(parts, { command, answer: who.answer });
  if (who.id !== command.actorId) return { kind: 'held', error: errorOf('identity') };
  // A server without keys records a view when the document is requested, so the look itself does
  // it.
  if (command.type === 'record-view') return judged(parts, { command, sight: await look(parts, { command }) });
  if (command.answerLost === true) {
    const before = await afterLoss(parts, command);
    if (before !== 'send') return before;
  }
  return sendOnce(parts, { command, signal });
}

/** A command in doubt: its effect as the server shows it, or `send` when it is to be sent again. */
async function afterLoss(parts: DrainParts, command: OutboxCommand): Promise<Outcome | 'send'> {
  const sight = await look(parts, { command });
  if (sight.kind !== 'absent') return judged(parts, { command, sight });
  const { lastError } = command;
  // `absentAt` is left only by an earlier look that did not find the command. Without it this look
  // is the first, and the stored status is a portal's or a proxy's.
  if (lastError?.absentAt === undefined) return notSeen(command, null);
  // The two looks must belong to consecutive attempts, with a pause between them.
  if (lastError.absentAt !== command.attempts - 1) return notSeen(command, lastError.status);
  // A status means that the server accepted the command. It does not show the command, and sending
  // it again might make the effect twice.
  return lastError.status === null ? 'send' : held();
}

async function noted(parts: DrainParts, command: OutboxCommand): Promise<OutboxCommand> {
  if (command.type !== 'create-row' || command.alike !== undefined) return command;
  const alike = await rowsAlike(parts, command);
  if (alike.length > 0) await noteAlike(parts.runtime.mirror, { command, ids: alike });
  return { ...command, alike };
}

async function sendOnce(parts: DrainParts, { command, signal }: Sending): Promise<Outcome> {
  const { outbox, connection, client } = parts;
  const request = parts.requestOf(command, await outbox.serverIdOf(command.documentKey));
  if (request === null) return again(errorOf('transient'), {});
  const body = await bodyOf(request, (id) => outbox.readBlob(id));
  if (body === null) {
    return fileGone();
  }
  const { path, headers } = request;
  const answer = await client.request({
    method: 'POST',
    path,
    headers,
    body,
    signal,
    timeoutMs: timeoutOf(command, request),
  });
  await connection.heard(answer);
  const reading = readingOf(answer);
  if (reading.kind !== 'ours' || reading.reply.status >= 300) return troubleOf(parts, { command, answer });
  const sight = await look(parts, { command, said: reading.reply.json ?? null });
  if (sight.kind === 'absent' || sight.kind === 'gone') return notSeen(command, reading.reply.status);
  // The server has accepted the command, and only the look failed. So the command stays in doubt.
  if (sight.kind === 'trouble') return again(errorOf('unknown'), { network: 'offline' });
  return judged(parts, { command, sight });
}

function judged(parts: DrainParts, { command, sight }: { command: OutboxCommand; sight: Sight }): Outcome {
  switch (sight.kind) {
    case 'found':
      return { kind: 'done', answer: sight.answer };
    case 'trouble':
      return troubleOf(parts, { command, answer: sight.answer });
    case 'gone':
      return command.answerLost === true ? held() : { kind: 'refused', error: errorOf('gone') };
    case 'absent':
    case 'unsure':
      return held();
  }
}

/** What an answer that is no success means, by the table for all servers. */
function troubleOf(parts: DrainParts, { command, answer }: { command: OutboxCommand; answer: Answer }): Outcome {
  const outcome = parts.outcomeOf(command, { answer, nowMs: parts.runtime.clock() });
  const isGone = outcome.kind === 'held' && outcome.error.status === 404 && command.type !== 'reassign-document';
  return isGone ? { kind: 'refused', error: { ...outcome.error, class: 'gone' } } : outcome;
}

function held(): Outcome {
  return { kind: 'held', error: errorOf('unverified') };
}

/**
 * The command was looked for and not found; it is looked for again after a pause. `status`: of the
 * success with which the server answered it; null when its answer was lost.
 */
function notSeen(command: OutboxCommand, status: number | null): Outcome {
  const error = { ...errorOf('unknown'), status, absentAt: command.attempts };
  return again(error, { waitMs: SETTLE_MS });
}

function again(
  error: CommandError,
  { waitMs = null, network = null }: { waitMs?: number | null; network?: 'offline' | null },
): Outcome {
  const state = error.class === 'unknown' ? 'unknown' : 'backoff';
  return { kind: 'again', state, error, waitMs, everyone: false, network, atOnce: false };
}

/**
 * A server without keys can't withdraw anything, so the device looks once more (S106). A command
 * that the server does not show is left to its author's decision. So is one of which the server
 * shows too little, once its author was told that.
 */
export async function withdrawLooking(parts: WithdrawParts, command: OutboxCommand): Promise<DoubtAnswer> {
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
