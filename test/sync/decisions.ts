// What an author does about a refusal or a conflict: the real gestures on the outbox.

import { discardCommand } from '#commands/discard-command.ts';
import { OutboxBusy } from '#commands/own-command.ts';
import { redoCommand, type RedoMode } from '#commands/redo-command.ts';
import { retryCommand } from '#commands/retry-command.ts';
import { isInDoubt, needsAuthor, type OutboxCommand } from '#mirror/outbox-row.ts';
import { askReceipt } from '#sync/ask-receipt.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Device } from './device.ts';
import type { World } from './world.ts';

/** Decides one item, if one waits; sometimes gives up one that is only queued. */
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
      const answer = await askReceipt(device.profile(userId).parts, item.id);
      if (answer !== 'absent' || dice.chance(0.5)) return `asks about ${said}: ${answer}`;
      for (const id of await discardCommand(context, { id: item.id })) world.discarded.add(id);
      return `discards ${said}, which never arrived`;
    }
    if (item.state === 'queued' || dice.chance(0.3)) {
      for (const id of await discardCommand(context, { id: item.id })) world.discarded.add(id);
      return `discards ${said}`;
    }
    if (item.state === 'refused') {
      world.again.add(item.id);
      await retryCommand(context, item.id);
      return `retries ${said}`;
    }
    const { commandId } = await redoCommand(context, { id: item.id, mode: modeOf(item, dice) });
    const intent = world.intents.find((one) => one.commandId === item.id);
    if (intent !== undefined) world.intents.push({ ...intent, commandId });
    world.discarded.add(item.id);
    world.again.add(commandId);
    return `redoes ${said} as ${commandId.slice(0, 8)}`;
  } catch (error) {
    if (error instanceof OutboxBusy) return `busy: ${said}`;
    throw error;
  }
}

function modeOf(item: OutboxCommand, dice: Dice): RedoMode {
  const words = item.type === 'respond' && (item.payload.content !== '' || item.files.length > 0);
  return words && dice.chance(0.5) ? 'text-only' : 'on-top';
}
