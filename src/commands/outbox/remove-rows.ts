// Deletes rows, and discards creations of rows that were not sent yet, so that the server never
// gets them. For a while both can be undone (mirror/keep/given-up.ts).

import type { RowCollection } from '#contract/row-writes.ts';
import type { RefusedDecision } from '#domain/refusals.ts';
import { isGivenUp, keepGivenUp, takeGivenUp } from '#mirror/keep/given-up.ts';
import { refold } from '#mirror/fold/refold.ts';
import { addCommand, replaceCommand, takeCommand } from '#mirror/outbox/author-door.ts';
import { commandById, commandsOn } from '#mirror/outbox/stored-commands.ts';
import { type CommandOf, isRowCommand, type OutboxCommand, rowKeysOf, rowsLaneOf } from '#mirror/store/outbox-row.ts';
import { durably, FOLD_TABLES } from '#mirror/store/storage.ts';
import type { CommandContext } from '../frame/context.ts';
import { deleteRows } from '../reference/on-rows.ts';
import { goingWith, leaveOut } from './discard-command.ts';
import { OutboxBusy, settledCommand } from './own-command.ts';
import { allOrRefused, kept } from '../frame/undone.ts';

/** What a removal did, as `undoRemoval` takes it. */
export type RowsRemoved = {
  readonly kind: 'stored';
  readonly collection: RowCollection;
  /** The id under which the discarded creations are kept; null when there were none. */
  readonly givenUp: string | null;
  /** The deletion that waits to be sent; null when no other row was removed. */
  readonly commandId: string | null;
};

const TABLES = [...FOLD_TABLES, 'files', 'chunks', 'drafts'] as const;

type Removal = {
  readonly collection: RowCollection;
  readonly keys: readonly string[];
  /** The undo time of the deletion, in ms. */
  readonly undoMs: number;
};

/**
 * Removes rows, all of them or none. For a row that only this device knows, its creation is
 * discarded, with later commands on it alone. All other rows are deleted by a command. A creation
 * that is being sent, or that the server may have, is not discarded; the deletion then waits behind
 * it.
 */
export async function removeRows(
  context: CommandContext,
  { collection, keys, undoMs }: Removal,
): Promise<RowsRemoved | RefusedDecision> {
  const { mirror } = context;
  const ids = [context.newId(), context.newId(), context.newId()];
  const removed = await allOrRefused(() =>
    durably(mirror, {
      tables: TABLES,
      work: async (): Promise<RowsRemoved> => {
        const [undoId = '', deletionId = '', ...others] = ids;
        // After a lost connection to the database the work runs again, although the first run may
        // have been committed.
        const again = await removedBefore(context, { collection, undoId, deletionId });
        if (again !== null) return again;
        others.unshift(deletionId);
        const quiet = { ...context, newId: () => others.shift() ?? context.newId(), wake: () => undefined };
        const creations = await creationsOf(context, { collection, keys });
        const given = await giveUp(context, { creations, undoId });
        const made = new Set(creations.map((creation) => creation.payload.row_key));
        const rest = keys.filter((key) => !made.has(key));
        const deletion = rest.length === 0 ? null : await kept(deleteRows(quiet, { collection, keys: rest, undoMs }));
        await refold(mirror, rowsLaneOf(collection));
        return { kind: 'stored', collection, givenUp: given ? undoId : null, commandId: deletion?.commandId ?? null };
      },
    }),
  );
  if (removed.kind === 'stored') context.wake();
  return removed;
}

/**
 * Discards one creation of a row, also a refused one. `undoRemoval` can bring it back. Throws
 * OutboxBusy.
 */
export async function giveUpCreation(context: CommandContext, id: string): Promise<RowsRemoved> {
  const { mirror } = context;
  const undoId = context.newId();
  let before: RowsRemoved | null = null;
  const removed = await durably(mirror, {
    tables: TABLES,
    work: async (): Promise<RowsRemoved> => {
      // After a lost connection to the database the work runs again, although the first run may
      // have been committed.
      if (before !== null && (await isGivenUp(mirror, undoId))) return before;
      const creation = await settledCommand(context, id);
      if (creation.type !== 'create-row') throw new Error('only the creation of a row is given up with its row');
      await giveUp(context, { creations: [creation], undoId });
      await refold(mirror, creation.documentKey);
      before = { kind: 'stored', collection: creation.payload.collection, givenUp: undoId, commandId: null };
      return before;
    },
  });
  context.wake();
  return removed;
}

/**
 * "Desfazer": puts discarded commands back into their positions in the queue, under their keys, and
 * discards the deletion. Returns `partly` when the deletion has left this device already, and
 * `none` when nothing could be undone.
 */
export async function undoRemoval(context: CommandContext, removed: RowsRemoved): Promise<'all' | 'partly' | 'none'> {
  const { mirror } = context;
  const { collection, givenUp, commandId } = removed;
  // After a lost connection to the database the work runs again, although the first run may have
  // been committed. What the first run undid is then gone.
  const undone = { deletion: false, creations: false };
  const said = await durably(mirror, {
    tables: TABLES,
    work: async () => {
      const isUndone = undone.deletion && (await commandById(mirror, commandId ?? '')) === undefined;
      const isDiscarded = commandId === null ? null : isUndone || (await discarded(context, commandId));
      const given = givenUp === null ? null : await takeGivenUp(mirror, givenUp);
      const isBack = givenUp === null ? null : undone.creations || given !== null;
      for (const command of given?.commands ?? []) await addCommand(mirror, { ...command, dueAtMs: context.clock() });
      for (const before of given?.changed ?? []) await changedBack(context, before);
      await refold(mirror, rowsLaneOf(collection));
      undone.deletion = isDiscarded === true;
      undone.creations = isBack === true;
      const parts = [isDiscarded, isBack].filter((part) => part !== null);
      return parts.every(Boolean) ? 'all' : parts.some(Boolean) ? 'partly' : 'none';
    },
  });
  context.wake();
  return said;
}

async function removedBefore(
  { mirror }: CommandContext,
  { collection, undoId, deletionId }: { collection: RowCollection; undoId: string; deletionId: string },
): Promise<RowsRemoved | null> {
  const [given, deletion] = await Promise.all([isGivenUp(mirror, undoId), commandById(mirror, deletionId)]);
  if (!given && deletion === undefined) return null;
  return { kind: 'stored', collection, givenUp: given ? undoId : null, commandId: deletion?.id ?? null };
}

type RowSelection = { readonly collection: RowCollection; readonly keys: readonly string[] };

/** The creations of these rows that can be discarded now, with the commands that depend on them. */
async function creationsOf(
  context: CommandContext,
  { collection, keys }: RowSelection,
): Promise<CommandOf<'create-row'>[]> {
  const lane = await commandsOn(context.mirror, rowsLaneOf(collection));
  const found: CommandOf<'create-row'>[] = [];
  for (const command of lane) {
    if (command.type !== 'create-row' || !keys.includes(command.payload.row_key)) continue;
    if (command.state !== 'done' && (await isFree(context, command))) found.push(command);
  }
  return found;
}

async function isFree(context: CommandContext, creation: CommandOf<'create-row'>): Promise<boolean> {
  try {
    await settledCommand(context, creation.id);
    await goingWith(context, creation);
    return true;
  } catch (error) {
    if (error instanceof OutboxBusy) return false;
    throw error;
  }
}

/**
 * Takes creations and the commands that depend on them out of the queue, and keeps them for a
 * while. Returns whether there were any.
 */
async function giveUp(
  context: CommandContext,
  { creations, undoId }: { creations: readonly CommandOf<'create-row'>[]; undoId: string },
): Promise<boolean> {
  const { mirror } = context;
  const commands: OutboxCommand[] = [];
  const changed = new Map<string, OutboxCommand>();
  for (const creation of creations) {
    const going = [creation, ...(await goingWith(context, creation))];
    const ids = new Set(going.map((command) => command.id));
    for (const other of await commandsOn(mirror, creation.documentKey)) {
      const isChanged = isRowCommand(other) && other.type !== 'create-row' && !ids.has(other.id);
      if (isChanged && rowKeysOf(other).includes(creation.payload.row_key) && !changed.has(other.id)) {
        changed.set(other.id, other);
      }
    }
    await leaveOut(mirror, creation);
    for (const command of going) await takeCommand(mirror, command);
    commands.push(...going.map((command) => changed.get(command.id) ?? command));
  }
  if (commands.length === 0) return false;
  const gone = new Set(commands.map((command) => command.id));
  const others = [...changed.values()].filter((command) => !gone.has(command.id));
  await keepGivenUp(mirror, { id: undoId, nowMs: context.clock(), commands, changed: others });
  return true;
}

async function discarded(context: CommandContext, id: string): Promise<boolean> {
  try {
    await takeCommand(context.mirror, await settledCommand(context, id));
    return true;
  } catch (error) {
    if (error instanceof OutboxBusy) return false;
    throw error;
  }
}

/**
 * Adds a restored row to a command on several rows again, unless that command was sent without it.
 */
async function changedBack(context: CommandContext, before: OutboxCommand): Promise<void> {
  const now = await commandById(context.mirror, before.id);
  if (now === undefined || now.state !== before.state || now.attempts !== before.attempts) return;
  await replaceCommand(context.mirror, { old: now, command: { ...now, payload: before.payload } as OutboxCommand });
}
