// How long a queue takes where each round trip takes 300 ms, in the time of the devices' own clock:
// the same on every machine.

import { describe, expect, test, vi } from 'vitest';
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
  const over = () => (isOver = true);
  work.then(over, over);
  while (!isOver) {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (!isOver) clock.advance(TICK_MS);
  }
  return work;
}

/** A device with an empty queue whose list has `documents`. */
async function deviceWith(documents: number, plant: Plant) {
  const world = buildWorld({ seed: 1, tier: 'core', devices: { phone: [1] }, plant });
  const { clock, model, devices } = world;
  const [device] = devices;
  if (device === undefined) throw new Error('a world has devices');
  time.clock = clock;
  for (let left = documents; left > 0; left -= 1) addDocument(model, { title: `document ${left}`, userId: 1 });
  await login(world, { device, userId: 1 });
  const { parts, mirror } = device.profile(1);
  await passing(clock, pull(parts));
  const ids = [...model.documents.keys()];
  const reply = (at: number) =>
    act(world, { device, userId: 1, gesture: 'reply', serverId: ids[at % ids.length] ?? 0 });
  return { world, clock, model, parts, mirror, reply };
}

test.each([
  ['of one document, which go one after the other', 1, 15_000],
  ['of as many documents, of which three go at once', COMMANDS, 5_000],
] as const)('50 commands %s, are sent within 20 s', async (_name, documents, least) => {
  const { clock, model, parts, mirror, reply } = await deviceWith(documents, slow);
  for (let at = 0; at < COMMANDS; at += 1) await reply(at);
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

describe('while one document is under way for minutes', () => {
  /**
   * The first write is answered when `arrive` is called; the others at once, the first `refused` of
   * them with 503.
   */
  async function underWay({ refused }: { refused: number }) {
    let writes = 0;
    let arrive = () => undefined as void;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const plant: Plant = (parts) => ({
      ...parts,
      client: {
        ...parts.client,
        async request(call) {
          if (call.method === 'POST' && (writes += 1) === 1) await arrived;
          return parts.client.request(call);
        },
      },
    });
    const at = await deviceWith(2, plant);
    at.world.weather = () => (writes > 1 && writes <= 1 + refused ? 'status-503' : 'passes');
    await at.reply(0);
    const draining = drain(at.parts);
    await passing(
      at.clock,
      vi.waitUntil(() => writes === 1),
    );
    return { ...at, arrive, draining, replies: () => at.model.effects.filter(({ type }) => type === 'respond').length };
  }

  test.each([
    ['what is written on another one is sent', 0],
    ['what the server could not take at first is sent when its time has come', 1],
  ])('%s', async (_name, refused) => {
    const { clock, reply, replies, arrive, draining } = await underWay({ refused });
    await reply(1);
    await passing(
      clock,
      vi.waitUntil(() => replies() === 1),
    );
    arrive();
    expect(await passing(clock, draining)).toMatchObject({ ended: 'empty', acknowledged: 2, nextDueMs: null });
    expect(replies()).toBe(2);
  });
});
