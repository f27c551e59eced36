// How long a queue takes where each round trip takes 300 ms, in the time of the devices' own clock: the same on every machine.

import { expect, test } from 'vitest';
import { drain, type DrainResult } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import type { ManualClock } from '../fakes/clock.ts';
import type { Plant } from './device.ts';
import { act } from './gestures.ts';
import { addDocument } from './town.ts';
import { buildWorld, login } from './world.ts';

const ROUND_TRIP_MS = 300;
const COMMANDS = 50;
const ALLOWED_MS = 20_000;
const TICK_MS = 10;

/** The clock stands until somebody lets its timers run. */
const time: { clock: ManualClock | null } = { clock: null };

const slow: Plant = (parts) => {
  const late = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    await new Promise<void>((resolve) => time.clock?.setTimer(resolve, ROUND_TRIP_MS));
    return answer;
  };
  const { client } = parts;
  return { ...parts, client: { request: (call) => late(client.request(call)), probe: () => late(client.probe()) } };
};

/** Lets time pass until the work is over. */
async function passing<Result>(clock: ManualClock, work: Promise<Result>): Promise<Result> {
  let isOver = false;
  const result = work.finally(() => (isOver = true));
  while (!isOver) {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (!isOver) clock.advance(TICK_MS);
  }
  return result;
}

test.each([
  ['of one document, which go one after the other', 1, 15_000],
  ['of as many documents, of which three go at once', COMMANDS, 5_000],
] as const)('50 commands %s, are sent within 20 s', async (_name, documents, least) => {
  const world = buildWorld({ seed: 1, tier: 'core', devices: { phone: [1] }, plant: slow });
  const { clock, model, devices } = world;
  const [device] = devices;
  if (device === undefined) throw new Error('a world has devices');
  time.clock = clock;
  for (let left = documents; left > 0; left -= 1) addDocument(model, { title: `document ${left}`, userId: 1 });
  await login(world, { device, userId: 1 });
  const { parts, mirror } = device.profile(1);
  await passing(clock, pull(parts));
  const ids = [...model.documents.keys()];
  for (let at = 0; at < COMMANDS; at += 1)
    await act(world, { device, userId: 1, gesture: 'reply', serverId: ids[at % ids.length] ?? 0 });
  clock.advance(60_000);
  const before = clock.now();
  const sent: DrainResult = await passing(clock, drain(parts));
  const tookMs = clock.now() - before;
  expect(sent).toMatchObject({ ended: 'empty', acknowledged: COMMANDS });
  expect((await mirror.commands.where('state').equals('done').toArray()).length).toBe(COMMANDS);
  expect(model.effects.filter(({ type }) => type === 'respond')).toHaveLength(COMMANDS);
  expect(tookMs).toBeLessThanOrEqual(ALLOWED_MS);
  // Less than that would mean that nothing was waited for.
  expect(tookMs).toBeGreaterThanOrEqual(least);
});
