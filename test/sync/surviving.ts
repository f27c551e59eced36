// Work on a device that may die under it.

import type { Dice } from '../fakes/dice.ts';
import type { Device } from './device.ts';
import { Crash } from './faulty-mirror.ts';

/** Lets everything that is ready run until the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Lets what a failure has left running come to its end, so that nothing is judged in the middle of
 * it.
 */
export async function quiet({ life }: Pick<Device, 'life'>): Promise<void> {
  const before = life.used;
  for (let turn = 0; turn < QUIET_TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  if (life.used !== before) await quiet({ life });
}

/** After this many turns of the event loop without an operation nothing runs any more. */
const QUIET_TURNS = 10;

/** Mostly the person who is logged in; sometimes another person's forgotten tab. */
export function userOfScene(device: Device, dice: Dice): number {
  const other = dice.pick(device.people);
  return dice.chance(0.85) ? (device.sessionUserId() ?? other) : other;
}

/**
 * A crash ends the work, not the history: the device starts again on its disk. Any other error is a
 * finding.
 */
export async function surviving(device: Device, work: () => Promise<string>): Promise<string> {
  try {
    const said = await work();
    if (!device.life.dead) return said;
  } catch (error) {
    if (!isExpected(error, device)) throw error;
    if (!device.life.dead) return 'storage trouble';
  }
  device.restart();
  return 'died';
}

function isExpected(error: unknown, device: Device): boolean {
  if (device.life.dead || error instanceof Crash) return true;
  // A stumble that happened twice, or outside a durable write, is told to the person and leaves
  // everything as it was.
  return (
    error instanceof Error &&
    (error.name === 'StorageTrouble' || error.name === 'UnknownError' || error.name === 'AbortError')
  );
}
