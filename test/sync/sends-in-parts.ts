// A reply with a file that goes ahead in parts (S101), on a line that is cut, loses answers and
// damages bytes, to a server that may clean up what it holds of it.

import { drain } from '#sync/drain.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Fate } from '../fakes/network.ts';
import type { Device } from './device.ts';
import { act } from './gestures.ts';
import { caughtUp } from './late-decision.ts';
import type { World } from './world.ts';

const CUTS = { passes: 8, 'request-lost': 2, 'answer-lost': 2, damaged: 2, 'status-503': 1 };

/** Returns what was done, for the trace. The file may be on its way when it ends. */
export async function sendsInParts(
  world: World,
  { device, userId, dice }: { device: Device; userId: number; dice: Dice },
): Promise<string> {
  const { weather } = world;
  const said: string[] = [];
  try {
    world.weather = () => 'passes';
    await caughtUp(world, { device, userId });
    said.push(await act(world, { device, userId, gesture: 'reply-with-large-file' }));
    for (let turn = 1 + dice.below(3); turn > 0; turn -= 1) {
      world.clock.advance(20_000);
      world.weather = (request) =>
        request.path.startsWith('/api/sync/uploads/') ? (world.dice.weighted(CUTS) as Fate) : 'passes';
      said.push((await drain(device.profile(userId).parts)).ended);
      if (dice.chance(0.2)) said.push(`${cleanUp(world)} cleaned up`);
    }
    return said.join(', ');
  } finally {
    world.weather = weather;
  }
}

/** The server drops what it holds of files whose command has not come. */
function cleanUp({ model }: World): number {
  const left = [...model.uploads.keys()].filter((name) => !model.receipts.has(name.split('/')[0] ?? ''));
  for (const name of left) model.uploads.delete(name);
  return left.length;
}
