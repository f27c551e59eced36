// What an author does after a refusal or a conflict: the real gestures on the outbox.

import type { CommandContext } from '#commands/frame/context.ts';
import { discardCommand } from '#commands/outbox/discard-command.ts';
import { documentBefore } from '#commands/frame/on-document.ts';
import { OutboxBusy } from '#commands/outbox/own-command.ts';
import { redoCommand, type RedoMode } from '#commands/outbox/redo-command.ts';
import { redoReopening } from '#commands/outbox/redo-reopening.ts';
import { retryCommand } from '#commands/outbox/retry-command.ts';
import { isInteraction } from '#mirror/outbox/outbox-lanes.ts';
import { isInDoubt, needsAuthor, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { withdrawCommand } from '#sync/withdraw-command.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Device } from './device.ts';
import type { World } from './world.ts';

/** Decides one waiting item if there is one, and sometimes discards a queued one. */
export async function decide(
  world: World,
  { device, userId, dice }: { device: Device; userId: number; dice: Dice },
): Promise<string> {
  const context = await device.context(userId);
  if (context === null) return 'never logged in';
  const commands = await context.mirror.commands.toArray();
  const items = commands.filter(
    (command) => needsAuthor(command) || (command.state === 'queued' && dice.chance(0.1)) || isInDoubt(command),
  );
  if (items.length === 0) return 'nothing to decide';
  const item = dice.pick(items);
  const said = `${item.state} ${item.type} ${item.id.slice(0, 8)}`;
  try {
    if (isInDoubt(item)) {
      const answer = await withdrawCommand(device.profile(userId).parts, item.id);
      if (answer !== 'absent' || dice.chance(0.5)) return `asks about ${said}: ${answer}`;
      await discard(world, { context, item });
      return `discards ${said}, which was withdrawn`;
    }
    if (item.state === 'queued' || dice.chance(0.3)) {
      await discard(world, { context, item });
      return `discards ${said}`;
    }
    if (item.state === 'refused') {
      world.again.add(item.id);
      await retryCommand(context, item.id);
      return `retries ${said}`;
    }
    const waiting = waitingFor(item, commands);
    const { made, gone } = await redo(context, { item, mode: modeOf(item, dice), ending: dice.pick(ENDINGS) });
    for (const id of gone) leave(world, id);
    if (world.deviceFaults.redoesBehind) await putBehind(context.mirror, made);
    const [first] = made;
    if (first === undefined) return `may not redo ${said}`;
    const intent = world.intents.find((one) => one.commandId === item.id);
    if (intent !== undefined)
      world.intents.push({ ...intent, commandId: await sameAs(context.mirror, { item, made }) });
    leave(world, item.id);
    for (const id of made) world.again.add(id);
    world.redone.push({ first, waiting });
    return `redoes ${said} as ${made.map((id) => id.slice(0, 8)).join(', ')}`;
  } catch (error) {
    if (error instanceof OutboxBusy) return `busy: ${said}`;
    throw error;
  }
}

/**
 * A command that its author discarded before the server could have it never has an effect (S18).
 */
function leave(world: World, id: string): void {
  world.discarded.add(id);
  world.givenUp.add(id);
}

async function discard(
  world: World,
  { context, item }: { context: CommandContext; item: OutboxCommand },
): Promise<void> {
  for (const id of await discardCommand(context, { id: item.id })) leave(world, id);
}

/** The end of the author's work on a reopened document. */
const ENDINGS = ['completed', 'open', 'as it was made'] as const;

/**
 * Redoes a conflict as its dialog does. `made`: the new commands in their order, none when the
 * rules now refuse it; `gone`: the commands that were removed with it.
 */
async function redo(
  context: CommandContext,
  { item, mode, ending }: { item: OutboxCommand; mode: RedoMode; ending: (typeof ENDINGS)[number] },
): Promise<{ made: readonly string[]; gone: readonly string[] }> {
  const document = await documentBefore(context.mirror, item);
  if (document?.stored_status !== 'completed' || !hasWords(item)) {
    return { made: [(await redoCommand(context, { id: item.id, mode })).commandId], gone: [] };
  }
  const before = await idsOf(context.mirror);
  await redoReopening(context, { id: item.id, mode, ...(ending === 'as it was made' ? {} : { ending }) });
  const after = await idsOf(context.mirror);
  return { made: after.filter((id) => !before.includes(id)), gone: before.filter((id) => !after.includes(id)) };
}

/**
 * Of the commands made from `item`, the one that does the same. A reopening may precede it, a
 * completion follow it.
 */
async function sameAs(
  mirror: Mirror,
  { item, made }: { item: OutboxCommand; made: readonly string[] },
): Promise<string> {
  const commands = await mirror.commands
    .where('id')
    .anyOf([...made])
    .toArray();
  const same = commands.find((command) => command.type === item.type);
  if (same === undefined) throw new Error(`nothing was made of ${item.id}`);
  return same.id;
}

async function idsOf(mirror: Mirror): Promise<string[]> {
  return (await mirror.commands.orderBy('seq').toArray()).map((command) => command.id);
}

/**
 * The author's later commands on the same document that must stay behind it: all except text, files
 * and views.
 */
function waitingFor(item: OutboxCommand, commands: readonly OutboxCommand[]): string[] {
  return commands
    .filter((other) => other.documentKey === item.documentKey && other.seq > item.seq && other.state !== 'done')
    .filter((other) => !isInteraction(other))
    .map((other) => other.id);
}

/**
 * The planted fault: commands made from a conflict go behind everything that its author did later.
 */
async function putBehind(mirror: Mirror, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const command = await mirror.commands.where('id').equals(id).first();
    if (command === undefined) continue;
    const { seq, ...row } = command;
    await mirror.commands.delete(seq);
    await mirror.commands.add(row);
  }
}

function hasWords(item: OutboxCommand): boolean {
  return item.type === 'respond' && (item.payload.content !== '' || item.files.length > 0);
}

function modeOf(item: OutboxCommand, dice: Dice): RedoMode {
  return hasWords(item) && dice.chance(0.5) ? 'text-only' : 'on-top';
}
