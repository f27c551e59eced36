// Two people act on one document without knowing of each other. The second one decides, while more
// of their own work waits behind.

import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Device, Profile } from './device.ts';
import { decide } from './decisions.ts';
import { act } from './gestures.ts';
import { login, type World } from './world.ts';

/**
 * A person writes on a document or transfers it, and continues to work on it. Another person's
 * change of it arrives first. Then the first person sends and decides. Returns a description for
 * the trace.
 */
export async function decideLate(
  world: World,
  { device, userId, dice }: { device: Device; userId: number; dice: Dice },
): Promise<string> {
  const { weather } = world;
  world.weather = () => 'passes';
  const said: string[] = [];
  try {
    const other = dice.pick(world.devices.filter((one) => one !== device));
    const rival = { device: other, userId: dice.pick(other.people) };
    await act(world, { device, userId, gesture: 'create', toUserId: rival.userId });
    for (const one of [{ device, userId }, rival]) await caughtUp(world, one);
    const serverId = await sharedDocument([device.profile(userId), other.profile(rival.userId)]);
    if (serverId === null) return 'nothing in common';
    const first = dice.pick(['reply', 'reply-with-file', 'transfer', 'view', 'extend'] as const);
    const then = dice.pick(['complete', 'complete', 'extend', 'transfer'] as const);
    for (const gesture of [first, then]) said.push(await act(world, { device, userId, gesture, serverId }));
    const before = dice.pick(['complete', 'complete', 'transfer', 'extend'] as const);
    said.push(await act(world, { ...rival, gesture: before, serverId }));
    await drain(other.profile(rival.userId).parts);
    const { parts } = device.profile(userId);
    for (let turn = 0; turn < 3; turn += 1) {
      await pull(parts);
      await drain(parts);
      said.push(await decide(world, { device, userId, dice }));
    }
    await drain(parts);
    return said.join('; ');
  } finally {
    world.weather = weather;
  }
}

/** The person is logged in, has nothing on its way, and has the present documents. */
export async function caughtUp(world: World, { device, userId }: { device: Device; userId: number }): Promise<void> {
  await login(world, { device, userId });
  const { parts } = device.profile(userId);
  await drain(parts);
  await pull(parts);
}

/** The newest document that both have; null without one. */
export async function sharedDocument([one, other]: [Profile, Profile]): Promise<number | null> {
  const theirs = new Set((await other.mirror.documents.toArray()).map((document) => document.serverId));
  const both = (await one.mirror.documents.toArray()).flatMap(({ serverId, gone }) =>
    serverId !== null && gone !== true && theirs.has(serverId) ? [serverId] : [],
  );
  return both.length === 0 ? null : Math.max(...both);
}
