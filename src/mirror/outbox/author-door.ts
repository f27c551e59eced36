// What gestures of authors do to their commands. Only src/commands calls these functions
// (test/fence.test.ts), each inside its own transaction, and folds the document again afterwards.
// Without a receipt, a row leaves the outbox nowhere else (I1).

import type { SeenDocument } from '#contract/writes.ts';
import { dropFilesOf } from '../keep/files.ts';
import { type CommandOnRows, isInDoubt, type OutboxCommand, withRowKeys } from '../store/outbox-row.ts';
import { commandOwnerOf } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { commandById } from './stored-commands.ts';

/**
 * A command to be stored. The store gives it the next `seq`, unless it takes a given position in
 * its lane (S35).
 */
type NewCommand = Omit<OutboxCommand, 'seq'> & { readonly seq?: number };

/**
 * Adds a command. False when the outbox has it already: a transaction whose answer was lost runs
 * again.
 */
export async function addCommand(mirror: Mirror, command: NewCommand): Promise<boolean> {
  if ((await commandById(mirror, command.id)) !== undefined) return false;
  await mirror.commands.add(command);
  return true;
}

/**
 * Puts `command` in the position of `old`, in its lane (S35). The caller moves or drops the files
 * of `old`.
 */
export async function replaceCommand(
  mirror: Mirror,
  { old, command }: { old: OutboxCommand; command: Omit<OutboxCommand, 'seq' | 'documentKey'> },
): Promise<void> {
  await mirror.commands.delete(old.seq);
  await mirror.commands.put({ ...command, seq: old.seq, documentKey: old.documentKey } as OutboxCommand);
}

/**
 * "Tentar agora": queues the command again under the same key, due at `nowMs` (epoch ms), without
 * its failures.
 */
export async function resetCommand(
  mirror: Mirror,
  { command, nowMs }: { command: OutboxCommand; nowMs: number },
): Promise<void> {
  await mirror.commands.update(command.seq, {
    state: 'queued',
    answerLost: isInDoubt(command),
    lastError: null,
    lease: null,
    dueAtMs: nowMs,
    failures: 0,
  });
}

/**
 * Makes commands that wait for time due at `nowMs` (epoch ms); commands that wait for their author
 * stay.
 */
export async function hastenCommands(
  mirror: Mirror,
  { isMeant, nowMs }: { isMeant: (command: OutboxCommand) => boolean; nowMs: number },
): Promise<void> {
  const waiting = await mirror.commands.where('state').anyOf('queued', 'backoff', 'unknown').toArray();
  for (const { seq } of waiting.filter(isMeant)) await mirror.commands.update(seq, { dueAtMs: nowMs, failures: 0 });
}

/** Moves the end of the undo time of a command to `endMs` (epoch ms). */
export async function setUndoEnd(
  mirror: Mirror,
  { command: { seq }, endMs }: { command: OutboxCommand; endMs: number },
): Promise<void> {
  await mirror.commands.update(seq, { dueAtMs: endMs });
}

/**
 * Bases the command on the present document, because its author has seen that: the server compares
 * with it from now on. The limit date that a completion names (rule A6) changes too.
 */
export async function rebaseCommand(
  mirror: Mirror,
  { command, basedOn }: { command: OutboxCommand; basedOn: SeenDocument },
): Promise<void> {
  const saysDate = command.type === 'complete-document' && command.payload.limit_date !== null;
  await mirror.commands.update(command.seq, {
    basedOn,
    ...(saysDate ? { payload: { limit_date: basedOn.limit_date } } : {}),
  });
}

/**
 * Changes the rows that a command acts on. `keyOf`: the new key of a row, or null to leave the row
 * out. Does nothing when no row would stay.
 */
export async function retargetCommand(
  mirror: Mirror,
  { command, keyOf }: { command: CommandOnRows; keyOf: (key: string) => string | null },
): Promise<void> {
  const payload = withRowKeys(command, keyOf);
  if (payload.row_keys.length > 0) await mirror.commands.update(command.seq, { payload });
}

/** Removes a command without its files, which have or will get another owner. */
export async function takeCommand(mirror: Mirror, { seq }: Pick<OutboxCommand, 'seq'>): Promise<void> {
  await mirror.commands.delete(seq);
}

/** Removes a command that its author has discarded, with its files. */
export async function dropCommand(mirror: Mirror, { id, seq }: Pick<OutboxCommand, 'id' | 'seq'>): Promise<void> {
  await dropFilesOf(mirror, commandOwnerOf(id));
  await mirror.commands.delete(seq);
}

/**
 * A `seq` for a command that comes right before the one at `seq` (S35): between it and the command
 * stored before it, of whatever document. To be called inside the transaction that writes the
 * command.
 */
export async function placeBefore(mirror: Mirror, seq: number): Promise<number> {
  const [before = seq - 1] = await mirror.commands.where('seq').below(seq).reverse().limit(1).primaryKeys();
  const place = (before + seq) / 2;
  if (place <= before || place >= seq) throw new Error('no number is left between two commands');
  return place;
}
