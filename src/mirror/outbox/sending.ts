// How the drain changes the outbox: state and lease only. No row is removed here
// (src/sync/promises.md, hazard 1). Only src/sync calls these functions (test/fence.test.ts), and a
// page loads them when something waits (waiting.ts). attempt.ts decides what is written.
// author-door.ts has the gestures of authors; a receipt ends a command (acknowledge.ts).

import {
  afterAttempt,
  claimed,
  countedSince,
  dueOf,
  isHeldBy,
  isPause,
  settled,
  type DueWork,
  type FailedAttempt,
} from './attempt.ts';
import { durably, FOLD_TABLES, readMeta, writeMeta } from '../store/storage.ts';
import { sendable } from './outbox-lanes.ts';
import { commandById, commandsOn, unfinished } from './stored-commands.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { refold } from '../fold/refold.ts';
import { serverOffers } from '../store/position.ts';
import type { Mirror } from '../store/schema.ts';

export type { FailedAttempt } from './attempt.ts';

/** What may be sent now, and when to look again. Only commands of `actorId` are sent (I4). */
export async function dueWork(
  mirror: Mirror,
  { nowMs, actorId }: { nowMs: number; actorId: number },
): Promise<DueWork> {
  const commands = await unfinished(mirror);
  return dueOf(commands, { nowMs, actorId, pausedUntilMs: await readMeta(mirror, 'pausedUntilMs') });
}

/**
 * Claims a command for one sender until `untilMs`: the row is then `sending` under `token`. Null
 * when it may not be sent any more: another sender has it, it is not due, the server asked for a
 * pause, or an earlier command of its lane goes first.
 */
export async function claimCommand(
  mirror: Mirror,
  { id, token, nowMs, untilMs }: { id: string; token: string; nowMs: number; untilMs: number },
): Promise<OutboxCommand | null> {
  return durably(mirror, {
    tables: ['commands', 'meta'],
    work: async () => {
      const command = await commandById(mirror, id);
      // The first run was committed, but its answer was lost, so `durably` runs the work again.
      if (command?.lease?.token === token) return command;
      if (command === undefined || isPause((await readMeta(mirror, 'pausedUntilMs')) ?? 0, nowMs)) return null;
      const lane = await commandsOn(mirror, command.documentKey);
      if (!sendable(lane, nowMs).some((head) => head.id === id)) return null;
      const unkeyed = (await serverOffers(mirror)).keys ? {} : { unkeyed: true as const };
      const changes = { ...claimed(command, { token, untilMs }), ...unkeyed };
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
      if (!isHeldBy(command, token)) return false;
      await mirror.commands.update(command.seq, { lease: { token, untilMs } });
      return true;
    },
  });
}

/**
 * Notes how many bytes of a command's files the server has, for its author to see. False when
 * another sender has claimed the command. `command`: as it was claimed.
 */
export async function noteProgress(
  mirror: Mirror,
  { command: { id, lease }, sentBytes }: { command: OutboxCommand; sentBytes: number },
): Promise<boolean> {
  return durably(mirror, {
    tables: ['commands'],
    work: async () => {
      const command = await commandById(mirror, id);
      if (!isHeldBy(command, lease?.token)) return false;
      if (command.sentBytes !== sentBytes) await mirror.commands.update(command.seq, { sentBytes });
      return true;
    },
  });
}

/**
 * Stores the ids of rows that existed before a creation was sent and are like the row that it
 * makes. A later search for its effect leaves them out (S106).
 */
export async function noteAlike(
  mirror: Mirror,
  { command: { id }, ids }: { command: OutboxCommand; ids: readonly number[] },
): Promise<void> {
  await durably(mirror, {
    tables: ['commands'],
    work: async () => {
      const command = await commandById(mirror, id);
      if (command !== undefined) await mirror.commands.update(command.seq, { alike: ids });
    },
  });
}

/**
 * Records the end of an attempt under the lease with which it was made. Returns false and changes
 * nothing when another sender has claimed the command, or a receipt has ended it
 * (src/sync/promises.md, hazard 29). The document is folded again, because a refusal changes it.
 */
export async function recordOutcome(
  mirror: Mirror,
  { id, token, outcome, nowMs }: { id: string; token: string; outcome: FailedAttempt; nowMs: number },
): Promise<boolean> {
  return durably(mirror, {
    tables: FOLD_TABLES,
    work: async () => {
      const command = await commandById(mirror, id);
      if (!isHeldBy(command, token)) return false;
      if ('dueAtMs' in outcome && outcome.asked === 'all')
        await writeMeta(mirror, { name: 'pausedUntilMs', value: outcome.dueAtMs });
      const since = countedSince(command, { outcome, nowMs });
      const passed = since !== null && (await isAnyDoneSince(mirror, since));
      await mirror.commands.update(command.seq, afterAttempt(command, { outcome, nowMs, passed }));
      await refold(mirror, command.documentKey);
      return true;
    },
  });
}

/** Whether a command was done at this moment (epoch ms) or later. */
async function isAnyDoneSince(mirror: Mirror, sinceMs: number): Promise<boolean> {
  const done = mirror.commands.where('state').equals('done');
  return (await done.filter((other) => (other.doneAtMs ?? 0) >= sinceMs).count()) > 0;
}

/**
 * Records that the server has withdrawn the first `attempts` attempts of a command in doubt
 * (attempt.ts, `settled`). False when the command is done, has been sent again since, or is being
 * sent.
 */
export async function settleDoubt(
  mirror: Mirror,
  { id, attempts, nowMs }: { id: string; attempts: number; nowMs: number },
): Promise<boolean> {
  return durably(mirror, {
    tables: ['commands'],
    work: async () => {
      const command = await commandById(mirror, id);
      const changes = command === undefined ? null : settled(command, { attempts, nowMs });
      if (command === undefined || changes === null) return false;
      await mirror.commands.update(command.seq, changes);
      return true;
    },
  });
}
