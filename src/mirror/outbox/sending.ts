// The outbox as the drain changes it: state and lease only; no row is removed here before it is done (src/sync/promises.md,
// hazard 1). Only src/sync calls these functions (test/fence.test.ts), and a page loads them when something waits (waiting.ts). What
// an author does is author-door.ts; a receipt ends a command (acknowledge.ts).

import { readMeta, writeMeta } from '../store/meta.ts';
import { commandById, commandsOn, LONGEST_PAUSE_MS, nextDueAt, sendable, unfinished } from './outbox-lanes.ts';
import {
  isInDoubt,
  isOwnTrouble,
  needsAuthor,
  type CommandError,
  type ErrorClass,
  type OutboxCommand,
} from '../store/outbox-row.ts';
import { refold } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, FOLD_TABLES } from '../store/storage.ts';

/**
 * After this many failures, while others pass, a command is tried at the longest interval
 * (src/sync/promises.md, Drain: poison).
 */
const POISON_FAILURES = 10;
/**
 * Failures that are not counted. A server without space takes small commands, so others passing proves nothing against
 * a large one.
 */
const UNCOUNTED: ReadonlySet<ErrorClass> = new Set(['throttle', 'intercepted', 'unknown', 'storage']);

export type DueWork = {
  /** The free first commands of lanes that are due, oldest first. */
  readonly commands: readonly OutboxCommand[];
  /** Epoch ms of the next due time; null when nothing waits for time. */
  readonly nextDueAtMs: number | null;
};

/** What may be sent now, and when to look again. Only commands of `actorId` are sent (I4). */
export async function dueWork(
  mirror: Mirror,
  { nowMs, actorId }: { nowMs: number; actorId: number },
): Promise<DueWork> {
  const own = (await unfinished(mirror)).filter((command) => command.actorId === actorId);
  const nextDueAtMs = nextDueAt(own);
  const pausedUntilMs = await pausedUntil(mirror, nowMs);
  if (pausedUntilMs === null) return { commands: sendable(own, nowMs), nextDueAtMs };
  return { commands: [], nextDueAtMs: nextDueAtMs === null ? null : Math.max(nextDueAtMs, pausedUntilMs) };
}

/**
 * Until when (epoch ms) the server asked that nothing be sent for this person (429), from any context; null when
 * sending is allowed.
 */
async function pausedUntil(mirror: Mirror, nowMs: number): Promise<number | null> {
  const untilMs = (await readMeta(mirror, 'pausedUntilMs')) ?? 0;
  // A time farther away than any pause was written by a clock that has been set back since.
  return untilMs > nowMs && untilMs <= nowMs + LONGEST_PAUSE_MS ? untilMs : null;
}

/**
 * Takes a command for one sender until `untilMs`: the row is then `sending` under `token`. Null when it may not be sent
 * any more: another sender has it, it is not due, or its lane has moved on.
 */
export async function claimCommand(
  mirror: Mirror,
  { id, token, nowMs, untilMs }: { id: string; token: string; nowMs: number; untilMs: number },
): Promise<OutboxCommand | null> {
  return durably(mirror, {
    tables: ['commands', 'meta'],
    work: async () => {
      const command = await commandById(mirror, id);
      if (command === undefined || (await pausedUntil(mirror, nowMs)) !== null) return null;
      const lane = await commandsOn(mirror, command.documentKey);
      if (!sendable(lane, nowMs).some((head) => head.id === id)) return null;
      const changes = {
        state: 'sending',
        lease: { token, untilMs },
        attempts: command.attempts + 1,
        answerLost: isInDoubt(command),
      } as const;
      await mirror.commands.update(command.seq, changes);
      return { ...command, ...changes };
    },
  });
}

/** Prolongs a lease during a long upload; false when another sender has taken the command over. */
export async function extendLease(
  mirror: Mirror,
  { id, token, untilMs }: { id: string; token: string; untilMs: number },
): Promise<boolean> {
  return durably(mirror, {
    tables: ['commands'],
    work: async () => {
      const command = await commandById(mirror, id);
      if (command?.state !== 'sending' || command.lease?.token !== token) return false;
      await mirror.commands.update(command.seq, { lease: { token, untilMs } });
      return true;
    },
  });
}

/**
 * Notes how many bytes of its files the server holds, for its author to see; false when another sender has the command by now.
 * `command`: as it was claimed.
 */
export async function noteProgress(
  mirror: Mirror,
  { command: { id, lease }, sentBytes }: { command: OutboxCommand; sentBytes: number },
): Promise<boolean> {
  return durably(mirror, {
    tables: ['commands'],
    work: async () => {
      const command = await commandById(mirror, id);
      if (command?.state !== 'sending' || command.lease?.token !== lease?.token) return false;
      if (command.sentBytes !== sentBytes) await mirror.commands.update(command.seq, { sentBytes });
      return true;
    },
  });
}

/** What an attempt ended with when it was not a success. `dueAtMs`: epoch ms of the next attempt. */
type Trouble = Extract<FailedAttempt, { dueAtMs: number }>;

export type FailedAttempt =
  | {
      readonly state: 'backoff' | 'unknown';
      readonly error: CommandError;
      readonly dueAtMs: number;
      /** The server asked for the wait until `dueAtMs` (Retry-After): for this command, or for all of them (429). */
      readonly asked?: 'this' | 'all' | undefined;
      /** Only its files were being sent, before it. Where a part of them arrived, what failed before counts no more. */
      readonly ahead?: { readonly progressed: boolean };
    }
  | { readonly state: 'held' | 'conflict' | 'refused'; readonly error: CommandError }
  /** The profile waits, not the command: it is back in the queue as it was (src/sync/promises.md, hazard 7). */
  | { readonly state: 'queued'; readonly error: CommandError | null };

/**
 * Records the end of an attempt, only under the lease with which it was made. False, with nothing changed, when another
 * sender has the command by now, or a receipt has ended it (src/sync/promises.md, hazard 29). The view is folded again, because a
 * refusal changes it.
 */
export async function recordOutcome(
  mirror: Mirror,
  { id, token, outcome, nowMs }: { id: string; token: string; outcome: FailedAttempt; nowMs: number },
): Promise<boolean> {
  return durably(mirror, {
    tables: FOLD_TABLES,
    work: async () => {
      const command = await commandById(mirror, id);
      if (command?.state !== 'sending' || command.lease?.token !== token) return false;
      const again = 'dueAtMs' in outcome ? outcome : { dueAtMs: nowMs, asked: undefined };
      if (again.asked === 'all') await writeMeta(mirror, { name: 'pausedUntilMs', value: again.dueAtMs });
      const failed = 'dueAtMs' in outcome ? await counted(mirror, { command, outcome, nowMs }) : {};
      await mirror.commands.update(command.seq, {
        state: outcome.state,
        lease: null,
        lastError: outcome.error,
        dueAtMs: again.dueAtMs,
        mustWait: again.asked !== undefined,
        answerLost: isLostAfter(command, outcome),
        ...failed,
      });
      await refold(mirror, command.documentKey);
      return true;
    },
  });
}

/**
 * Whether the server may have a command after this attempt, or get it from an earlier one that is held up on its way. What
 * refuses tells nothing about an earlier attempt; only its withdrawal does. Nor does a login, a token, a throttle, a size, or
 * that files are missing which it names: it was not taken.
 * Any other answer leaves it open.
 */
function isLostAfter(command: OutboxCommand, outcome: FailedAttempt): boolean {
  const before = command.answerLost === true;
  if ('ahead' in outcome) return before;
  const { state, error } = outcome;
  if (state === 'unknown') return true;
  if (error === null || error.status === null || error.status === 413) return before;
  if (error.type === 'upload_missing') return before;
  if (state === 'conflict' || state === 'refused') return before;
  return state === 'backoff' && error.class !== 'throttle' && error.class !== 'csrf' ? true : before;
}

/** How long a command stays with its author after the server has said that it never came, before it is sent again. */
const AUTHOR_MS = 10_000;

/**
 * The server has withdrawn the `attempts` of a command in doubt: none of them has had or will have an effect (S18). False when the command has been sent again since, or is being sent.
 */
export async function settleDoubt(
  mirror: Mirror,
  { id, attempts, nowMs }: { id: string; attempts: number; nowMs: number },
): Promise<boolean> {
  return durably(mirror, {
    tables: ['commands'],
    work: async () => {
      const command = await commandById(mirror, id);
      if (command === undefined || command.state === 'done' || command.attempts !== attempts) return false;
      if (command.state === 'sending' && (command.lease?.untilMs ?? 0) > nowMs) return false;
      const waits = needsAuthor(command) || command.state === 'held';
      const queued = { state: 'queued', lease: null, dueAtMs: nowMs + AUTHOR_MS } as const;
      await mirror.commands.update(command.seq, { answerLost: false, ...(waits ? {} : queued) });
      return true;
    },
  });
}

/**
 * Counts failures towards poison: ten in a row that the server answered, or that happened while others passed, with
 * others passing since the first. A trouble of the command's own counts as others passing, because the server answered
 * a probe meanwhile. Then the command is tried hourly, and only its lane waits.
 */
async function counted(
  mirror: Mirror,
  { command, outcome, nowMs }: { command: OutboxCommand; outcome: Trouble; nowMs: number },
): Promise<Partial<Pick<OutboxCommand, 'failures' | 'failingSinceMs' | 'dueAtMs' | 'lastError'>>> {
  const { error } = outcome;
  if (outcome.ahead?.progressed === true) return { failures: 0 };
  if (UNCOUNTED.has(error.class)) return {};
  const since = command.failingSinceMs ?? nowMs;
  const passed = await mirror.commands
    .where('state')
    .equals('done')
    .filter((other) => (other.doneAtMs ?? 0) >= since)
    .count();
  const othersPass = passed > 0 || isOwnTrouble(error);
  if (error.status === null && !othersPass) return {};
  const failures = command.failures + 1;
  const failing = { failures, failingSinceMs: since };
  if (failures < POISON_FAILURES || !othersPass) return failing;
  const lastError: CommandError = { ...error, class: 'poison', cause: error.class };
  return { ...failing, dueAtMs: nowMs + LONGEST_PAUSE_MS, lastError };
}
