// The connection breaks whenever one certain command is sent, and never for others: the server cuts
// off an upload.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import type { Device, Profile } from './device.ts';
import { act } from './gestures.ts';
import { checkEnd, checkNow } from './oracle.ts';
import { buildWorld, closeWorld, login, type World } from './world.ts';

const HOUR_MS = 3_600_000;

let world: World;
let device: Device;
let ana: Profile;

beforeEach(async () => {
  world = buildWorld({ seed: 7 });
  const [tablet] = world.devices;
  if (tablet === undefined) throw new Error('a world has devices');
  device = tablet;
  await login(world, { device, userId: 1 });
  ana = device.profile(1);
  await pull(ana.parts);
});
afterEach(() => closeWorld(world));

async function create(): Promise<void> {
  await act(world, { device, userId: 1, gesture: 'create', toUserId: 1 });
}

const states = async () => (await ana.mirror.commands.orderBy('seq').toArray()).map((command) => command.state);
const first = async () => (await ana.mirror.commands.orderBy('seq').first()) ?? null;

/**
 * Drains every 20 s for a while, as an open page does. Returns how often the first command was
 * sent.
 */
async function drained(ms: number): Promise<number> {
  const before = (await first())?.attempts ?? 0;
  const endMs = world.clock.now() + ms;
  while (world.clock.now() < endMs) {
    await drain(ana.parts);
    world.clock.advance(20_000);
  }
  return ((await first())?.attempts ?? 0) - before;
}

describe('a connection reset for one command only', () => {
  beforeEach(async () => {
    for (let left = 6; left > 0; left -= 1) await create();
    world.poisoned = (await first())?.id ?? null;
    world.poison = 'request-lost';
  });

  test('a connection reset for one command lets all others pass in the same drain', async () => {
    expect((await drain(ana.parts)).ended).toBe('empty');
    expect(await states()).toEqual(['unknown', 'done', 'done', 'done', 'done', 'done']);
  });

  test('a connection reset for one command is not reported as a lost connection', async () => {
    await drain(ana.parts);
    expect(await ana.parts.connection.state()).toEqual({ auth: 'ok', network: 'ok' });
    expect((await first())?.lastError?.class).toBe('interrupted');
  });

  test('a command reset ten times is retried hourly, by itself as soon as it is due', async () => {
    await drained(2 * HOUR_MS);
    expect(await first()).toMatchObject({ state: 'unknown', lastError: { class: 'poison', cause: 'interrupted' } });
    expect(await drained(5 * HOUR_MS)).toBeLessThanOrEqual(6);
    world.poisoned = null;
    await drained(2 * HOUR_MS);
    expect(await states()).toEqual(Array(6).fill('done'));
    await pull(ana.parts);
    expect([...(await checkNow(world)), ...(await checkEnd(world))]).toEqual([]);
  }, 120_000);

  test('a command that is reset blocks its own lane and no other', async () => {
    const key = (await first())?.documentKey ?? '';
    await drained(HOUR_MS);
    await create();
    await drain(ana.parts);
    const commands = await ana.mirror.commands.toArray();
    expect(commands.filter((command) => command.state !== 'done').map((command) => command.documentKey)).toEqual([key]);
  });
});

test('a connection that breaks for all commands counts as a failure of none of them, however long it lasts', async () => {
  for (let left = 3; left > 0; left -= 1) await create();
  world.weather = () => 'request-lost';
  await drained(HOUR_MS);
  const commands = await ana.mirror.commands.toArray();
  expect(commands.map((command) => command.failures)).toEqual([0, 0, 0]);
  world.weather = () => 'passes';
  await drain(ana.parts);
  expect(await states()).toEqual(['done', 'done', 'done']);
});
