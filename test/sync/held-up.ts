// A request that the network delays: its device counts the answer as lost, its author withdraws or
// corrects the command, and only then does the request arrive (S18).

import { drain } from '#sync/drain.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Device } from './device.ts';
import { decide } from './decisions.ts';
import { act } from './gestures.ts';
import { caughtUp, sharedDocument } from './late-decision.ts';
import type { World } from './world.ts';

/**
 * Writes are delayed while a command is sent. Sometimes it is sent again and answered, or refused
 * because another person has completed the document meanwhile. Then its author decides, the
 * document is open again, and the delayed writes arrive. Returns a description for the trace.
 */
export async function heldUp(
  world: World,
  { device, userId, dice }: { device: Device; userId: number; dice: Dice },
): Promise<string> {
  const { weather } = world;
  const { parts } = device.profile(userId);
  const other = dice.pick(world.devices.filter((one) => one !== device));
  const rival = { device: other, userId: dice.pick(other.people) };
  const said: string[] = [];
  const decides = async (): Promise<void> => {
    for (let turn = 0; turn < 2; turn += 1) said.push(await decide(world, { device, userId, dice }));
  };
  try {
    world.weather = () => 'passes';
    await act(world, { device, userId, gesture: 'create', toUserId: rival.userId });
    for (const one of [{ device, userId }, rival]) await caughtUp(world, one);
    const serverId = await sharedDocument([device.profile(userId), other.profile(rival.userId)]);
    if (serverId === null) return 'nothing in common';
    const rivalActs = async (gesture: 'complete' | 'reopen'): Promise<void> => {
      said.push(await act(world, { ...rival, gesture, serverId }));
      await caughtUp(world, rival);
    };
    const gesture = dice.pick(['reply', 'transfer', 'complete'] as const);
    said.push(await act(world, { device, userId, gesture, serverId }));
    // Later than the time in which a gesture can be undone.
    world.clock.advance(20_000);
    world.weather = ({ method }) => (method === 'GET' ? 'passes' : 'arrives-late');
    await drain(parts);
    world.weather = () => 'passes';
    const meets = dice.pick(['nobody', 'a completion', 'its own repetition'] as const);
    if (meets === 'a completion') await rivalActs('complete');
    if (meets !== 'nobody') {
      world.clock.advance(400_000);
      await drain(parts);
    }
    await decides();
    if (meets === 'a completion') await rivalActs('reopen');
    await world.network.deliverLate(dice.below);
    await drain(parts);
    return said.join('; ');
  } finally {
    world.weather = weather;
  }
}
