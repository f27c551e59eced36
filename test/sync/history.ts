// One history from its seed: steps among faults, then a calm phase until all work is done, with
// checks throughout.

import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import { createDice } from '../fakes/dice.ts';
import { nextRev } from '../fakes/model-server/model.ts';
import { act } from './gestures.ts';
import type { Profile } from './device.ts';
import { checkEnd, checkNow, checkPoison, isOnItsWay } from './oracle.ts';
import { STEPS, take, type Step, type StepName } from './steps.ts';
import { addDocument } from './town.ts';
import { backFromNewer } from './upgrades.ts';
import {
  buildWorld,
  closeWorld,
  login,
  type Layout,
  type Morning,
  type Tier,
  type World,
  type WorldOptions,
} from './world.ts';

/** `faults`: lost requests and deaths of devices. `commands`: stored gestures. */
export type Counts = Readonly<Record<'steps' | 'commands' | 'requests' | 'faults', number>>;

export type History = {
  readonly seed: number;
  readonly tier: Tier;
  readonly steps: readonly Step[];
  readonly trace: readonly string[];
  /** The broken promises; empty when all were kept. */
  readonly violations: readonly string[];
  readonly counts: Counts;
};

export type Focus = Partial<Record<StepName, number>>;

/** The steps of a seed. `focus` raises the weight of some, to provoke one kind of fault. */
export function stepsOf(seed: number, { count = 24, focus = {} }: { count?: number; focus?: Focus } = {}): Step[] {
  const dice = createDice(seed ^ 0x5f3759df);
  return Array.from({ length: count }, () => ({
    name: dice.weighted<StepName>({ ...STEPS, ...focus }),
    seed: dice.below(2 ** 31),
  }));
}

/** Plays a history and stops at the first broken promise. */
export async function play(options: WorldOptions & { steps: readonly Step[] }): Promise<History> {
  const world = buildWorld(options);
  const trace: string[] = [];
  const over = (violations: readonly string[]): History => {
    const counts = countsOf(world, trace.length);
    closeWorld(world);
    const { seed, tier = 'mirror', steps } = options;
    return { seed, tier, steps, trace, violations, counts };
  };
  try {
    if (options.morning === undefined) await firstDay(world);
    for (const step of options.steps) {
      trace.push(await take(world, step));
      const broken = await checkNow(world);
      if (broken.length > 0) return over(broken);
    }
    const stuck = await calm(world);
    return over([...stuck, ...(await checkNow(world)), ...(await checkEnd(world))]);
  } catch (error) {
    return over([`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`]);
  }
}

function countsOf({ counts, devices, intents }: World, steps: number): Counts {
  const deaths = devices.reduce((sum, device) => sum + device.deaths, 0);
  return { steps, commands: intents.length, requests: counts.requests, faults: counts.spoilt + deaths };
}

/** Some people see it through their sector alone, and may leave that sector. */
const FIRST_DOCUMENTS = [
  { title: 'first' },
  { title: 'second', userId: 1 },
  { title: 'third', userId: 4, sectorIds: [11, 12] },
];

/**
 * The first person creates some documents, unless the server has them already. All people log in
 * once and have them on the device before the first fault.
 */
async function firstDay(world: World): Promise<void> {
  let made = world.model.documents.size > 0;
  await everybody(world, async ({ parts, userId }) => {
    await pull(parts);
    if (made) return;
    made = true;
    const [device] = world.devices;
    if (device === undefined) throw new Error('a world has devices');
    for (let left = 3; left > 0; left -= 1) await act(world, { device, userId, gesture: 'create' });
    await drain(parts);
  });
}

const mornings = new Map<Layout, Morning>();

/** The first day of a layout, which all histories of the core on it share. */
export async function morningOf(devices: Layout): Promise<Morning> {
  const known = mornings.get(devices);
  if (known !== undefined) return known;
  const world = buildWorld({ seed: 1, tier: 'core', devices });
  for (const document of FIRST_DOCUMENTS) addDocument(world.model, document);
  await firstDay(world);
  const sessions = new Map(world.devices.map((device) => [device.name, device.jar.session]));
  const morning = { model: world.model, disks: world.disks, sessions };
  mornings.set(devices, morning);
  return morning;
}

const ROUNDS_MAX = 60;
/** Longer than any backoff, and than the hour of a poisoned command. */
const ROUND_MS = 3_700_000;

/**
 * Without further faults, all people log in by turns until nothing is left to send; first with the
 * poisoned command, then without.
 */
async function calm(world: World): Promise<string[]> {
  world.weather = () => 'passes';
  await world.network.deliverLate(() => 0);
  for (const device of world.devices) device.locks.lie(false);
  for (const device of world.devices)
    for (const userId of device.people) await backFromNewer(device.profile(userId).mirror);
  const stuck: string[] = [];
  if (world.poisoned !== null) {
    for (let round = 0; round < POISONED_ROUNDS; round += 1) await sendAll(world);
    stuck.push(...(await checkPoison(world)));
    world.poisoned = null;
  }
  for (let round = 0; round < ROUNDS_MAX && (await sendAll(world)) > 0; round += 1);
  await everybody(world, async ({ parts }) => {
    await pull(parts);
  });
  await renames(world);
  return stuck;
}

/** The town hall gets another acronym. Logged-in people see it without another login. */
async function renames({ model, devices }: World): Promise<void> {
  const rev = nextRev(model);
  model.tenant = { ...model.tenant, acronym: `PM${rev}`, rev };
  for (const device of devices) {
    const userId = device.sessionUserId();
    if (userId !== null) await pull(device.profile(userId).parts);
  }
}

const POISONED_ROUNDS = 3;

/** All people send by turns, an hour later. Returns the number of commands still on their way. */
async function sendAll(world: World): Promise<number> {
  world.clock.advance(ROUND_MS);
  let left = 0;
  const onTheirWay = async ({ mirror }: Profile) => {
    const commands = await mirror.commands.toArray();
    return commands.filter((command) => isOnItsWay(command, commands)).length;
  };
  await everybody(
    world,
    async (profile) => {
      await drain(profile.parts);
      left += await onTheirWay(profile);
    },
    async (profile) => (await onTheirWay(profile)) > 0,
  );
  return left;
}

/** `isMeant`: which of the people; all when absent. */
async function everybody(
  world: World,
  work: (profile: Profile) => Promise<void>,
  isMeant: (profile: Profile) => Promise<boolean> = async () => true,
): Promise<void> {
  for (const device of world.devices) {
    for (const userId of device.people) {
      if (!(await isMeant(device.profile(userId)))) continue;
      await login(world, { device, userId });
      await work(device.profile(userId));
    }
  }
}

/** The fault with as few steps as a bounded search finds. */
export async function shrink(options: WorldOptions & { steps: readonly Step[] }, tries = 120): Promise<History> {
  let best = await play(options);
  let left = tries;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.steps.length && left > 0; left -= 1) {
      const steps = best.steps.toSpliced(from, size);
      const tried = await play({ ...options, steps });
      if (tried.violations.length > 0) best = tried;
      else from += size;
    }
  }
  return best;
}

/**
 * The command that plays the history of this seed again and shrinks it, the steps that are left,
 * and what they break.
 */
export function tell({ seed, tier, steps, trace, violations }: History): string {
  const again = `npm run simulate -- --tier ${tier} --seed ${seed} --histories 1`;
  const told = steps.map((step, index) => `  ${JSON.stringify(step)}  ${trace[index] ?? '(not reached)'}`);
  return [`seed ${seed}: ${again}`, ...told, 'broken:', ...violations.slice(0, 6).map((one) => `  ${one}`)].join('\n');
}
