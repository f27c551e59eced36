// What an author does and takes back in its undo time, while tabs send, the clock jumps and the
// device dies (S221).

import type { CommandContext } from '#commands/frame/context.ts';
import { endUndoAt, endUndoNow, UNDO_MS, undoCommands, type Undoing } from '#commands/outbox/undo-commands.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { isUndoable, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Device } from './device.ts';
import { act, type Gesture } from './gestures.ts';
import type { World } from './world.ts';

const UNDOABLE = { reply: 4, 'reply-with-file': 2, transfer: 3, extend: 2, complete: 2 } as const;

type Actor = { readonly device: Device; readonly userId: number; readonly dice: Dice };

/** A person does one thing or a few, something happens meanwhile, and mostly they take one back. */
export async function undoes(world: World, at: Actor): Promise<string> {
  const { device, userId, dice } = at;
  const context = await device.context(userId);
  if (context === null) return 'never logged in';
  const said: string[] = [];
  for (let left = 1 + dice.below(3); left > 0; left -= 1) {
    const gesture: Gesture = dice.weighted(UNDOABLE);
    said.push(await act(world, { device, userId, gesture, undoMs: UNDO_MS }));
    if (dice.chance(0.3)) world.clock.advance(dice.pick([1_000, 3_000]));
  }
  for (let left = dice.below(4); left > 0; left -= 1) said.push(await meanwhile(world, { ...at, context }));
  const held = (await context.mirror.commands.toArray()).filter(({ id }) => world.undoTimes.has(id));
  if (held.length === 0 || dice.chance(0.2)) return said.join(', ');
  const { parts, secondTab } = device.profile(userId);
  const besides = dice.chance(0.5) ? [drain(parts), drain(secondTab)] : [];
  // An undoing that ends with the device may or may not have been done.
  const command = dice.chance(0.7) ? (held.at(-1) as OutboxCommand) : dice.pick(held);
  const wasDiscarded = world.discarded.has(command.id);
  world.discarded.add(command.id);
  const [[undoing]] = await Promise.all([undone(world, { context, command }), ...besides]);
  if (undoing === 'undone') world.givenUp.add(command.id);
  else if (!wasDiscarded) world.discarded.delete(command.id);
  return `${said.join(', ')}, undoes ${command.type} ${command.id.slice(0, 8)}: ${undoing}`;
}

async function undone(
  world: World,
  { context, command }: { context: CommandContext; command: OutboxCommand },
): Promise<readonly Undoing[]> {
  const { mirror } = context;
  const wasHere = (await mirror.commands.where('id').equals(command.id).count()) > 0;
  const said = await undoCommands(context, [command.id]);
  if (world.deviceFaults.undoesSent && said[0] === 'gone') {
    await mirror.commands.where('id').equals(command.id).delete();
    return ['undone'];
  }
  const draftId = replyDraftOf(command.documentKey);
  if (world.deviceFaults.forgetsUndone && said[0] === 'undone') await mirror.drafts.delete(draftId);
  if (said[0] === 'undone' && wasHere && command.type === 'respond' && command.payload.content !== '') {
    const draft = await mirror.drafts.get(draftId);
    const words = draft?.fields['content'];
    const isBack = typeof words === 'string' && words.includes(command.payload.content);
    const files = command.files.filter(({ id }) => draft?.fileIds.includes(id) !== true);
    if (!isBack || files.length > 0) world.lostWords.push(command.id);
  }
  return said;
}

/** Something that happens in the undo time. */
async function meanwhile(world: World, at: Actor & { readonly context: CommandContext }): Promise<string> {
  const { device, userId, dice, context } = at;
  const { parts, secondTab } = device.profile(userId);
  switch (dice.below(8)) {
    case 0:
      return `drains: ${(await drain(parts)).ended}`;
    case 1:
      return `drains elsewhere: ${(await drain(secondTab)).ended}`;
    case 2:
      return `pulls: ${await pull(parts)}`;
    case 3:
      device.offsetMs += dice.pick([-86_400_000, -4_000, 4_000, 86_400_000]);
      return 'clock jumps';
    case 4:
      return `stays on the message: ${await moveEnd(world, { context, byMs: dice.pick([10_000, 90_000]) })}`;
    case 5:
      return `closes the message: ${await moveEnd(world, { context, byMs: 0 })}`;
    case 6:
      await endUndoNow(context);
      await noteEnds(world, context);
      return 'ends all undo times';
    default:
      world.clock.advance(dice.pick([2_000, UNDO_MS, 30_000]));
      return 'waits';
  }
}

async function moveEnd(world: World, { context, byMs }: { context: CommandContext; byMs: number }): Promise<string> {
  const nowMs = context.clock();
  const running = (await context.mirror.commands.toArray()).filter((command) => isUndoable(command, nowMs));
  await endUndoAt(context, { ids: running.map(({ id }) => id), endMs: nowMs + byMs });
  await noteEnds(world, context);
  return `${running.length}`;
}

/** The ends as their author is told them now. */
async function noteEnds(world: World, { mirror }: CommandContext): Promise<void> {
  for (const { id, state, attempts, dueAtMs } of await mirror.commands.toArray()) {
    const known = world.undoTimes.get(id);
    if (known !== undefined && state === 'queued' && attempts === 0)
      world.undoTimes.set(id, { ...known, endMs: dueAtMs });
  }
}
