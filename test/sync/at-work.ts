// People who work at the devices of a world: logged in, with all rows, acting by the real verbs.

import type { CommandContext, GestureResult } from '#commands/frame/context.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import type { Profile } from './device.ts';
import type { DeviceName } from './town.ts';
import { login, type World } from './world.ts';

export type AtWork = Profile & { readonly context: CommandContext };

/** Logs a person in on a device and pulls the server's rows. */
export async function atWork(world: World, { name, userId }: { name: DeviceName; userId: number }): Promise<AtWork> {
  const device = world.devices.find((one) => one.name === name);
  if (device === undefined) throw new Error(`no device ${name}`);
  await login(world, { device, userId });
  const context = await device.context(userId);
  if (context === null) throw new Error('logged in');
  const profile = device.profile(userId);
  await pull(profile.parts);
  return { ...profile, context };
}

/** The id of the command that the gesture stored; throws when it was refused. */
export async function stored(gesture: Promise<GestureResult>): Promise<string> {
  const done = await gesture;
  if (done.kind === 'refused') throw new Error(`refused: ${JSON.stringify(done.refusals)}`);
  return done.commandId;
}

/** All devices send, in this order; then all pull. */
export async function sent(...people: readonly AtWork[]): Promise<void> {
  for (const { parts } of people) await drain(parts);
  for (const { parts } of people) await pull(parts);
}

export async function commandOf({ mirror }: AtWork, id: string): Promise<OutboxCommand> {
  const command = await mirror.commands.where('id').equals(id).first();
  if (command === undefined) throw new Error('no command');
  return command;
}
