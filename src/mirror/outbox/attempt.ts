// What an attempt to send does to a command: who may begin one, and what is written when it ends.
// Pure; sending.ts reads and writes the outbox around it.

import { nextDueAt, sendable } from './outbox-lanes.ts';
import {
  isInDoubt,
  isOwnTrouble,
  LONGEST_PAUSE_MS,
  needsAuthor,
  type CommandError,
  type ErrorClass,
  type OutboxCommand,
} from '../store/outbox-row.ts';

/**
 * After this many failures while other commands pass, a command is tried at the longest interval
 * (src/sync/promises.md, Drain: poison).
 */
const POISON_FAILURES = 10;
/**
 * Classes of failures that do not count towards poison. A server without space (`storage`) still
 * takes small commands, so their success proves nothing about a large one.
 */
const UNCOUNTED: ReadonlySet<ErrorClass> = new Set(['throttle', 'intercepted', 'unknown', 'storage']);

/**
 * How long a withdrawn command waits before it is sent again, in ms, so that its author can change
 * or discard it first.
 */
const AUTHOR_MS = 10_000;

/** The result of an attempt that was not a success. `dueAtMs`: epoch ms of the next attempt. */
export type FailedAttempt =
  | {
      readonly state: 'backoff' | 'unknown';
      readonly error: CommandError;
      readonly dueAtMs: number;
      /**
       * The server asked for the wait until `dueAtMs` (Retry-After): for this command, or for all
       * of them (429).
       */
      readonly asked?: 'this' | 'all' | undefined;
      /**
       * The attempt failed while files were sent ahead of the command. `progressed`: a part of them
       * arrived, so earlier failures count no more.
       */
      readonly ahead?: { readonly progressed: boolean };
    }
  | { readonly state: 'held' | 'conflict' | 'refused'; readonly error: CommandError }
  /**
   * The person has to log in again. The command is back in the queue as it was
   * (src/sync/promises.md, hazard 7).
   */
  | { readonly state: 'queued'; readonly error: CommandError | null };

type Trouble = Extract<FailedAttempt, { dueAtMs: number }>;

export type DueWork = {
  /** The commands that are due and wait for no other in their lane, oldest first. */
  readonly commands: readonly OutboxCommand[];
  /** Epoch ms of the next due time; null when nothing waits for time. */
  readonly nextDueAtMs: number | null;
};

/**
 * What may be sent at `nowMs`, and when to look again. Only commands of `actorId` are sent (I4).
 */
export function dueOf(
  commands: readonly OutboxCommand[],
  { nowMs, actorId, pausedUntilMs }: { nowMs: number; actorId: number; pausedUntilMs: number | undefined },
): DueWork {
  const own = commands.filter((command) => command.actorId === actorId);
  const nextDueAtMs = nextDueAt(own);
  if (pausedUntilMs === undefined || !isPause(pausedUntilMs, nowMs)) {
    return { commands: sendable(own, nowMs), nextDueAtMs };
  }
  return { commands: [], nextDueAtMs: nextDueAtMs === null ? null : Math.max(nextDueAtMs, pausedUntilMs) };
}

/**
 * Whether the pause until `untilMs` that the server asked for (429) still counts. A time farther
 * away than any pause was written by a clock that has been set back since.
 */
export function isPause(untilMs: number, nowMs: number): boolean {
  return untilMs > nowMs && untilMs <= nowMs + LONGEST_PAUSE_MS;
}

/** The fields that a claim writes into the row. `command`: a command that may be sent now. */
export function claimed(command: OutboxCommand, lease: { readonly token: string; readonly untilMs: number }) {
  return {
    state: 'sending',
    lease,
    attempts: command.attempts + 1,
    answerLost: isInDoubt(command),
  } as const satisfies Partial<OutboxCommand>;
}

/** Whether the sender with this token still has the command. */
export function isHeldBy(command: OutboxCommand | undefined, token: string | undefined): command is OutboxCommand {
  return command?.state === 'sending' && command.lease?.token === token;
}

/**
 * The time (epoch ms) after which another command must have been done for this failure to count
 * towards poison; null when it never counts.
 */
export function countedSince(
  command: OutboxCommand,
  { outcome, nowMs }: { outcome: FailedAttempt; nowMs: number },
): number | null {
  if (!('dueAtMs' in outcome) || outcome.ahead?.progressed === true || UNCOUNTED.has(outcome.error.class)) return null;
  return command.failingSinceMs ?? nowMs;
}

/**
 * The fields that the end of an attempt writes. `passed`: another command was done since
 * `countedSince`.
 */
export function afterAttempt(
  command: OutboxCommand,
  { outcome, nowMs, passed }: { outcome: FailedAttempt; nowMs: number; passed: boolean },
): Partial<OutboxCommand> {
  const again = 'dueAtMs' in outcome ? outcome : { dueAtMs: nowMs, asked: undefined };
  return {
    state: outcome.state,
    lease: null,
    lastError: outcome.error,
    dueAtMs: again.dueAtMs,
    mustWait: again.asked !== undefined,
    answerLost: isLostAfter(command, outcome),
    ...('dueAtMs' in outcome ? counted(command, { outcome, nowMs, passed }) : {}),
  };
}

/**
 * The fields to write when the server has withdrawn the first `attempts` attempts of a command in
 * doubt: none of them has had or will have an effect (S18). Null when the command is done, has been
 * sent again since, or is being sent.
 */
export function settled(
  command: OutboxCommand,
  { attempts, nowMs }: { attempts: number; nowMs: number },
): Partial<OutboxCommand> | null {
  if (command.state === 'done' || command.attempts !== attempts) return null;
  if (command.state === 'sending' && (command.lease?.untilMs ?? 0) > nowMs) return null;
  const waits = needsAuthor(command) || command.state === 'held';
  const queued = { state: 'queued', lease: null, dueAtMs: nowMs + AUTHOR_MS } as const;
  return { answerLost: false, ...(waits ? {} : queued) };
}

/**
 * Whether, after this attempt, the server may have the command, or may still get it from an earlier
 * attempt that is delayed on its way. A lost answer leaves that open, and so do most troubles. A
 * refusal, 401, 419, 429, 413 and missing uploads say that the server did not take this attempt.
 * They say nothing about an earlier one: its doubt stays until a withdrawal ends it.
 */
function isLostAfter(command: OutboxCommand, outcome: FailedAttempt): boolean {
  const before = command.answerLost === true;
  if ('ahead' in outcome) return before;
  const { state, error } = outcome;
  if (state === 'unknown') return true;
  if (error === null || error.status === null || error.status === 413) return before;
  if (error.type === 'upload_missing') return before;
  return state === 'backoff' && error.class !== 'throttle' && error.class !== 'csrf' ? true : before;
}

/**
 * Counts failures towards poison (src/sync/promises.md, Drain). A failure counts when the server
 * answered it, or when other commands passed since the first one. Trouble of the command's own
 * counts as others passing, because the server answered a probe meanwhile. After ten failures in a
 * row while others passed, the command is tried hourly, and only its lane waits.
 */
function counted(
  command: OutboxCommand,
  { outcome, nowMs, passed }: { outcome: Trouble; nowMs: number; passed: boolean },
): Partial<Pick<OutboxCommand, 'failures' | 'failingSinceMs' | 'dueAtMs' | 'lastError'>> {
  const { error } = outcome;
  if (outcome.ahead?.progressed === true) return { failures: 0 };
  const since = countedSince(command, { outcome, nowMs });
  if (since === null) return {};
  const othersPass = passed || isOwnTrouble(error);
  if (error.status === null && !othersPass) return {};
  const failures = command.failures + 1;
  const failing = { failures, failingSinceMs: since };
  if (failures < POISON_FAILURES || !othersPass) return failing;
  const lastError: CommandError = { ...error, class: 'poison', cause: error.class };
  return { ...failing, dueAtMs: nowMs + LONGEST_PAUSE_MS, lastError };
}
