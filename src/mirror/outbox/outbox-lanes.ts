// The order of the outbox (src/sync/promises.md, Order and guards): a lane per document, first in
// first out, and a lane per collection of reference data, in which only commands with a row in
// common wait for one another.

import { isRowCommand, LONGEST_PAUSE_MS, needsAuthor, type OutboxCommand, rowKeysOf } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';
import { isUnderstood } from '../store/upcast-command.ts';
import { commandsOn } from './stored-commands.ts';

/** The commands that are not done, by lane, each lane in its order. */
export function lanesOf(commands: readonly OutboxCommand[]): Map<string, OutboxCommand[]> {
  const lanes = new Map<string, OutboxCommand[]>();
  for (const command of [...commands].sort((left, right) => left.seq - right.seq)) {
    if (command.state === 'done') continue;
    const lane = lanes.get(command.documentKey);
    if (lane === undefined) lanes.set(command.documentKey, [command]);
    else lane.push(command);
  }
  return lanes;
}

/**
 * The earlier command that must end before this one may be sent, or null. `earlier`: the commands
 * of its lane before it. Interactions may pass a refused change of state, but never a refused
 * creation. Changes of state wait until the refused command is resolved.
 */
export function waitsFor(command: OutboxCommand, earlier: readonly OutboxCommand[]): OutboxCommand | null {
  return earlier.find((predecessor) => stands(predecessor, command)) ?? null;
}

/**
 * Whether the command changes no state that a later one could depend on: it writes text, adds files
 * or records a view.
 */
export function isInteraction(command: OutboxCommand): boolean {
  if (command.type === 'record-view') return true;
  return command.type === 'respond' && command.payload.limit_date === null && command.payload.responsible_ids === null;
}

/** The commands of a lane that wait for `command` to be resolved. */
export function dependentsOf(command: OutboxCommand, lane: readonly OutboxCommand[]): OutboxCommand[] {
  const later = lane.filter((other) => other.seq > command.seq);
  return later.filter((other) => stands(command, other));
}

/**
 * The commands in the lane of `creation` that are not done and act on nothing but what it makes:
 * they are discarded with it.
 */
export function onlyOn(creation: OutboxCommand, lane: readonly OutboxCommand[]): OutboxCommand[] {
  const isOnly = (command: OutboxCommand) => {
    if (!isRowCommand(command) || creation.type !== 'create-row') return true;
    return rowKeysOf(command).every((key) => key === creation.payload.row_key);
  };
  return lane.filter((command) => command.id !== creation.id && command.state !== 'done' && isOnly(command));
}

/** The commands that may be sent now, oldest first: those that wait for no other, and are due. */
export function sendable(commands: readonly OutboxCommand[], nowMs: number): OutboxCommand[] {
  return heads(commands)
    .filter((command) => isDue(command, nowMs))
    .sort((left, right) => left.seq - right.seq);
}

/** When the next command is due, epoch ms; null when no command waits for time. */
export function nextDueAt(commands: readonly OutboxCommand[]): number | null {
  const times = heads(commands).map(dueAtOf);
  return times.length === 0 ? null : Math.min(...times);
}

function heads(commands: readonly OutboxCommand[]): OutboxCommand[] {
  const found: OutboxCommand[] = [];
  for (const lane of lanesOf(commands).values()) {
    found.push(
      ...lane.filter((command, index) => canBeTaken(command) && waitsFor(command, lane.slice(0, index)) === null),
    );
  }
  return found;
}

/**
 * The due time of a command, epoch ms. A command that is being sent is due when its sender's lease
 * ends: it is then sent again under the same key.
 */
function dueAtOf(command: OutboxCommand): number {
  return command.state === 'sending' ? (command.lease?.untilMs ?? 0) : command.dueAtMs;
}

/** The longest wait of a command in each state, ms. Undo times and leases last seconds. */
const LONGEST_WAIT_MS = { queued: 60_000, sending: 60_000, other: LONGEST_PAUSE_MS };

/**
 * Whether the command is due. After a clock was set back, a due time may be farther away than any
 * wait, and an undo time may begin later than now: such times do not count.
 */
function isDue(command: OutboxCommand, nowMs: number): boolean {
  const dueAtMs = dueAtOf(command);
  const { state, undoFromMs } = command;
  if (state === 'queued' && undoFromMs !== undefined && undoFromMs > nowMs) return true;
  const longest = state === 'queued' || state === 'sending' ? LONGEST_WAIT_MS[state] : LONGEST_WAIT_MS.other;
  return dueAtMs <= nowMs || dueAtMs > nowMs + longest;
}

function canBeTaken(command: OutboxCommand): boolean {
  return (
    command.state === 'queued' ||
    command.state === 'backoff' ||
    command.state === 'unknown' ||
    command.state === 'sending'
  );
}

/**
 * Whether two commands act on the same thing: the document of their lane, or a row. A command that
 * this version can't read may act on any row of its lane.
 */
export function isShared(left: OutboxCommand, right: OutboxCommand): boolean {
  if (left.documentKey !== right.documentKey) return false;
  if (!isUnderstood(left) || !isUnderstood(right) || !isRowCommand(left) || !isRowCommand(right)) return true;
  const rows = new Set(rowKeysOf(left));
  return rowKeysOf(right).some((key) => rows.has(key));
}

function stands(predecessor: OutboxCommand, command: OutboxCommand): boolean {
  if (!isShared(predecessor, command)) return false;
  const given = needsAuthor(predecessor) || predecessor.state === 'held';
  // A view that could not be recorded stops no later command.
  if (predecessor.type === 'record-view') return !given;
  if (!needsAuthor(predecessor)) return true;
  return predecessor.type === 'create-document' || !isInteraction(command);
}

/** The command that a command waits for in its lane; null when it is free. */
export async function predecessorOf(mirror: Mirror, command: OutboxCommand): Promise<OutboxCommand | null> {
  const lane = lanesOf(await commandsOn(mirror, command.documentKey)).get(command.documentKey) ?? [];
  return waitsFor(
    command,
    lane.filter((other) => other.seq < command.seq),
  );
}
