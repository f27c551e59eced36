// Answer → outcome of a command, pure: every row of the table of answers (src/sync/promises.md,
// Drain). Success is an explicit allow-list (src/sync/promises.md, hazard 2): our JSON with the
// receipt of the very key that was sent. A refusal counts only with our own JSON, because proxies
// and portals answer 403 and 404 too. Any other answer is tried again: an unknown answer is never
// final.

import type { DocumentFull } from '#contract/documents.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { REPLACED_TEXT } from '#contract/refusal-text.ts';
import { readAcknowledgement, type WriteAcknowledgement } from '#contract/read-receipts.ts';
import type { SeenAnswer } from './plain-server/apply-listed-answer.ts';
import type { CommandError, ErrorClass, OutboxCommand } from '#mirror/store/outbox-row.ts';
import { retryAfterMs, THROTTLE_MS } from './backoff.ts';
import { type Answer, type Reading, readingOf, type Reply } from './reading.ts';

export type Outcome =
  /**
   * The server has the command: its receipt is stored there with the effect, or the effect was seen
   * there (S106).
   */
  | { readonly kind: 'done'; readonly answer: WriteAcknowledgement | SeenAnswer }
  /**
   * Try again with the same key. `state` is `unknown` where the effect may exist already. `waitMs`
   * is the pause that the server asked for, or null. `everyone`: all commands pause (429).
   * `network` is trouble that a probe has still to judge (`judgedByProbe`): `offline` is no answer,
   * `portal` a portal's, `unsure` one that is not our server's for this request; null when our
   * server answered. `atOnce`: without a pause. `ahead`: only files were sent, not the command
   * itself; an attempt in which a part of them arrived is no failure.
   */
  | {
      readonly kind: 'again';
      readonly state: 'backoff' | 'unknown';
      readonly error: CommandError;
      readonly waitMs: number | null;
      readonly everyone: boolean;
      readonly network: 'offline' | 'portal' | 'unsure' | null;
      readonly atOnce: boolean;
      readonly ahead?: { readonly progressed: boolean };
    }
  /**
   * The profile waits for its person to log in; the command stays as it was (src/sync/promises.md,
   * hazard 7).
   */
  | { readonly kind: 'login'; readonly error: CommandError }
  /**
   * The command is held until the reason ends: the session of another person, or a server or an
   * application that does not know the command.
   */
  | { readonly kind: 'held'; readonly error: CommandError }
  /** The command's author decides between the server's version and their own. */
  | { readonly kind: 'conflict'; readonly error: CommandError; readonly document: DocumentFull | null }
  /** The refusal is final; the command's author sees the reason. */
  | { readonly kind: 'refused'; readonly error: CommandError };

/**
 * The outcome of a command's request. `nowMs` (epoch ms) is only for a Retry-After that is a date.
 */
export function outcomeOf(command: Pick<OutboxCommand, 'id'>, got: { answer: Answer; nowMs: number }): Outcome {
  const reading = readingOf(got.answer);
  if (reading.reply === null) {
    const { sent } = reading.failure;
    return again(errorOf(sent ? 'unknown' : 'transient'), { state: sent ? 'unknown' : 'backoff', network: 'offline' });
  }
  const { reply } = reading;
  if (reading.kind === 'intercepted' && reading.by === 'portal') return intercepted(reply);
  if (reply.status < 300) {
    const acknowledged = readAcknowledgement(reply.json, command.id);
    if (acknowledged === null) return intercepted(reply);
    return { kind: 'done', answer: acknowledged };
  }
  return failed(reading, got.nowMs);
}

function failed({ reply, body }: Extract<Reading, { reply: Reply }>, nowMs: number): Outcome {
  const waitMs = retryAfterMs(reply.header('Retry-After'), nowMs);
  const error = (kind: ErrorClass) => errorOf(kind, { status: reply.status, body });
  switch (reply.status) {
    case 419:
      return again(error('csrf'), { waitMs });
    case 429:
      return again(error('throttle'), { waitMs: waitMs ?? THROTTLE_MS, everyone: true });
    case 413:
      // A proxy answers 413 too, without our JSON. The request never becomes smaller, so it is not
      // tried again. The files of a form may still go ahead of it (send-command.ts).
      return { kind: 'refused', error: error(body === null ? 'too_large' : 'invalid') };
    case 414:
    case 431:
      return again(error('malformed'), { waitMs, network: 'unsure' });
    default:
  }
  // The server's disk is full or away: nothing was registered, and nothing is wrong with the
  // command.
  if (
    reply.status === 507 ||
    body?.type === 'storage_full' ||
    body?.type === 'storage_away' ||
    body?.type === 'quota_full'
  )
    return again(error('storage'), { waitMs });
  if (reply.status === 408 || reply.status === 425 || reply.status >= 500) return again(error('transient'), { waitMs });
  if (body === null) return notOurs(reply);
  return refusedBy(reply.status, { body, error, waitMs });
}

type ErrorAnswer = { body: ErrorBody; error: (kind: ErrorClass) => CommandError; waitMs: number | null };

/**
 * What a refusal with our JSON means: its `type` decides before its status (src/sync/promises.md,
 * hazard 16).
 */
function refusedBy(status: number, { body, error, waitMs }: ErrorAnswer): Outcome {
  switch (body.type) {
    case 'in_progress':
    case 'withdrawn':
      // A withdrawn attempt had no effect. The next one has another number (S18).
      return again(error('in_progress'), { waitMs });
    case 'upload_offset':
    case 'upload_missing':
    case 'part_damaged':
      // stage-files.ts handles these answers to a part by itself. What it leaves is tried again.
      return again(error('transient'), { waitMs });
    case 'conflict':
      return { kind: 'conflict', error: error('conflict'), document: body.document ?? null };
    case 'actor_mismatch':
      return { kind: 'held', error: error('identity') };
    case 'unsupported_client':
      return { kind: 'held', error: error('unsupported') };
    case 'key_reused':
    case 'invalid':
      return { kind: 'refused', error: error('invalid') };
    case 'forbidden':
      return { kind: 'refused', error: error('permission') };
    case 'not_found':
      return { kind: 'refused', error: error('gone') };
    case 'storage_full':
    case 'storage_away':
    case 'quota_full':
    case 'file_damaged':
    case undefined:
      return byStatus(status, { error, waitMs });
  }
}

function byStatus(status: number, { error, waitMs }: Omit<ErrorAnswer, 'body'>): Outcome {
  switch (status) {
    case 400:
      return again(error('malformed'), { waitMs });
    case 401:
      return { kind: 'login', error: error('auth') };
    case 403:
      return { kind: 'refused', error: error('permission') };
    case 404:
    case 405:
      // This is not our `not_found`: the server has no such route yet. The command waits for a
      // server that has it.
      return { kind: 'held', error: error('unsupported') };
    case 415:
    case 422:
      return { kind: 'refused', error: error('invalid') };
    default:
      return again(error('transient'), { waitMs });
  }
}

/**
 * A refusal that does not come from our server's routes: from a portal, a proxy, or the part of the
 * server that reads requests before them.
 */
function notOurs(reply: Reply): Outcome {
  const kind = reply.status === 400 ? 'malformed' : 'intercepted';
  return again(errorOf(kind, { status: reply.status, body: null }), { network: 'unsure' });
}

/**
 * The outcome after a probe. `reached`: the server answered it, so the connection works and the
 * trouble is the command's own. `first`: the command lost an answer for the first time in this
 * drain. One loss tells little, so the same key is sent again at once.
 */
export function judgedByProbe(outcome: Outcome, { reached, first }: { reached: boolean; first: boolean }): Outcome {
  if (outcome.kind !== 'again' || outcome.network === null || !reached) return outcome;
  const { error } = outcome;
  const own = { unknown: 'interrupted', intercepted: 'blocked' } as const;
  const kind = error.class === 'unknown' || error.class === 'intercepted' ? own[error.class] : error.class;
  return { ...outcome, error: { ...error, class: kind }, network: null, atOnce: first && kind === 'interrupted' };
}

function intercepted(reply: Reply): Outcome {
  return again(errorOf('intercepted', { status: reply.status, body: null }), { network: 'portal' });
}

type Wish = {
  state?: 'backoff' | 'unknown';
  waitMs?: number | null;
  everyone?: boolean;
  network?: 'offline' | 'portal' | 'unsure';
};

function again(error: CommandError, { state = 'backoff', waitMs = null, everyone = false, network }: Wish): Outcome {
  return { kind: 'again', state, error, waitMs, everyone, network: network ?? null, atOnce: false };
}

/**
 * What is stored on the command for its author. The words are the server's own, in Portuguese, or
 * empty.
 */
export function errorOf(kind: ErrorClass, said?: { status: number; body: ErrorBody | null }): CommandError {
  return {
    class: kind,
    status: said?.status ?? null,
    type: said?.body?.type ?? null,
    message: said?.body?.message ?? '',
    errors: said?.body?.errors ?? {},
    code: said?.body?.code ?? null,
  };
}

/**
 * The outcome of a command whose document was replaced: another document has its id now, so there
 * is nothing to send the command to (I11).
 */
export function replaced(): Outcome {
  return { kind: 'refused', error: { ...errorOf('gone'), type: 'not_found', message: REPLACED_TEXT } };
}

const FILE_GONE = 'O anexo não está mais inteiro neste aparelho. Anexe-o de novo.';

/** The outcome of a command whose attachment is no longer whole on this device. */
export function fileGone(): Outcome {
  return { kind: 'refused', error: { ...errorOf('invalid'), message: FILE_GONE, errors: { files: [FILE_GONE] } } };
}
