// "Redistribuir" (rule A14) in a history: a person with the permission moves a document that
// another person may have moved meanwhile, and goes on with it before anything is sent.

import { drain } from '#sync/drain.ts';
import { nextRev, userOf } from '../fakes/model-server/model.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Device } from './device.ts';
import { act } from './gestures.ts';
import { caughtUp, sharedDocument } from './late-decision.ts';
import type { World } from './world.ts';

/**
 * Returns what was done, for the trace. The person stays a Super Admin for the rest of the history.
 */
export async function reassigns(
  world: World,
  { device, userId, dice }: { device: Device; userId: number; dice: Dice },
): Promise<string> {
  const { weather } = world;
  world.weather = () => 'passes';
  const said: string[] = [];
  try {
    promote(world, userId);
    const other = dice.pick(world.devices.filter((one) => one !== device));
    const rival = { device: other, userId: dice.pick(other.people) };
    await act(world, { device, userId, gesture: 'create', toUserId: rival.userId });
    for (const one of [{ device, userId }, rival]) await caughtUp(world, one);
    const serverId = await sharedDocument([device.profile(userId), other.profile(rival.userId)]);
    if (serverId === null) return 'nothing in common';
    for (const gesture of ['reassign', dice.pick(['reply', 'reassign', 'complete'] as const)] as const) {
      said.push(await act(world, { device, userId, gesture, serverId }));
    }
    if (dice.chance(0.6)) {
      said.push(await act(world, { ...rival, gesture: dice.pick(['transfer', 'reply'] as const), serverId }));
      await drain(other.profile(rival.userId).parts);
    }
  } finally {
    world.weather = weather;
  }
  // In the weather of the history, so that its answer may be lost.
  await drain(device.profile(userId).parts);
  return said.join('; ');
}

function promote({ model }: World, userId: number): void {
  const user = userOf(model, userId);
  if (user.superAdmin) return;
  const rev = nextRev(model);
  model.users.set(userId, { ...user, superAdmin: true, rev, scopeEpoch: `${userId}-${rev}` });
}
