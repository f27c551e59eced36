// The server's database goes back to an older state under devices that know more than it does
// (I11).

import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import type { Dice } from '../fakes/dice.ts';
import { liftNumbers, putBack } from '../fakes/model-server/rolling-back.ts';
import type { Device } from './device.ts';
import { act } from './gestures.ts';
import { addDocument } from './town.ts';
import { copyOf, type World } from './world.ts';

/**
 * Puts the server back to a copy of now, or to the one that was kept. Before that a document comes
 * that is lost with it, and the person works on what they see; after it others make documents,
 * which get its id again, and devices come before the server notices.
 */
export async function rollsBack(world: World, { device, dice }: { device: Device; dice: Dice }): Promise<string> {
  const { model } = world;
  const userId = device.sessionUserId() ?? dice.pick(device.people);
  const { parts } = device.profile(userId);
  const now = copyOf(model, { now: model.now, modelFaults: model.faults });
  const kept = dice.chance(0.5) ? (world.older ?? now) : now;
  // A later lift is a higher one.
  world.clock.advance(60_000);
  let back: ReturnType<typeof putBack>;
  try {
    addDocument(model, { title: 'lost', userId });
    await pull(parts);
    for (let left = dice.below(4); left > 0; left -= 1) await act(world, { device, userId, gesture: 'reply' });
  } finally {
    back = putBack(model, kept);
    for (const key of back.lost) world.lost.add(key);
    world.older = dice.chance(0.5) ? now : null;
  }
  const made = dice.below(4);
  for (let left = made; left > 0; left -= 1)
    addDocument(model, { title: `anew ${left}`, userId: dice.pick([userId, 3]) });
  try {
    if (dice.chance(0.6)) await drain(parts);
    if (dice.chance(0.3)) await pull(parts);
  } finally {
    // The server notices, whatever happens to the device.
    liftNumbers(model, back.noted);
  }
  return `${world.lost.size} lost, ${made} made before it was noticed`;
}
