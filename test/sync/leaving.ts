// A shared tablet (S95): a person works until idle time or "Sair" ends the session, another person
// logs in and works, and both come back.

import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Device } from './device.ts';
import { act, GESTURES, type Gesture } from './gestures.ts';
import { login, type World } from './world.ts';

type Actor = { readonly device: Device; readonly dice: Dice };

/**
 * The person of the session leaves; without a session, any person of the device. Sometimes the
 * device dies in the middle of it.
 */
export async function leaves(_world: World, { device, dice }: Actor): Promise<string> {
  const userId = device.sessionUserId() ?? dice.pick(device.people);
  if (dice.chance(0.3)) device.life.left = dice.below(60);
  await device.leave(userId);
  device.life.left = null;
  return `${userId} leaves ${device.left.get(userId)?.unsent ?? 'nothing'}`;
}

/** People take turns at the device. Each works, and leaves most of the work unsent. */
export async function switches(world: World, { device, dice }: Actor): Promise<string> {
  const said: string[] = [];
  const people = dice.chance(0.5) ? device.people : device.people.toReversed();
  for (const userId of [...people, people[0] ?? 0]) {
    await login(world, { device, userId });
    const { parts } = device.profile(userId);
    if (dice.chance(0.6)) await pull(parts);
    for (let left = dice.below(3); left > 0; left -= 1) {
      said.push(await act(world, { device, userId, gesture: dice.weighted(GESTURES) as Gesture }));
    }
    if (dice.chance(0.4)) await drain(parts);
    await device.leave(userId);
    said.push(`${userId} leaves ${device.left.get(userId)?.unsent ?? 'nothing'}`);
  }
  return said.join(', ');
}
