// Histories of the core: the real code of mirror, commands and sync over tables in memory
// (memory-mirror.ts). There are many, and each is short.

import { createDice } from '../fakes/dice.ts';
import { morningOf, stepsOf, type Focus } from './history.ts';
import type { Step } from './steps.ts';
import type { Layout, WorldOptions } from './world.ts';

/**
 * One to four devices, one to three people. A tablet changes hands; two devices may be of one
 * person.
 */
const LAYOUTS: readonly Layout[] = [
  { phone: [1] },
  { tablet: [1, 2] },
  { phone: [1], desk: [1] },
  { phone: [1], desk: [3] },
  { tablet: [1, 2], phone: [2] },
  { tablet: [1, 2], desk: [3] },
  { tablet: [1, 2], phone: [2], desk: [3] },
  { tablet: [1, 2], phone: [2], desk: [3], laptop: [3] },
];
const SHARED_LAYOUTS = LAYOUTS.filter((layout) => Object.keys(layout).length > 1);

/** They are short, so faults occur sooner than in the histories of the mirror. */
const HARSH: Focus = {
  drain: 26,
  together: 14,
  crash: 14,
  stumble: 8,
  'drain twice': 8,
  weather: 10,
  pull: 6,
  wait: 6,
};
/** Steps that need a second device. */
const SHARED: Focus = { 'decides late': 4, 'held up': 3, reassigns: 3, undoes: 4 };
const ROWS: Focus = { rows: 30, 'rows unheard': 4, 'rows removed': 12 };
const STEPS_LEAST = 3;
const STEPS_MOST = 8;
const STEPS_FOCUSED = 24;

export type CoreHistory = WorldOptions & { readonly steps: readonly Step[] };

/**
 * The world and the steps of a seed. `focus`: another mix of steps, more of them, and always on
 * several devices.
 */
export async function coreHistory(seed: number, focus?: Focus): Promise<CoreHistory> {
  const dice = createDice(seed ^ 0x2545f491);
  const devices = dice.pick(focus === undefined ? LAYOUTS : SHARED_LAYOUTS);
  const isShared = Object.keys(devices).length > 1;
  const mix = focus ?? { ...HARSH, ...(isShared ? SHARED : {}), ...(dice.chance(0.15) ? ROWS : {}) };
  const count = focus === undefined ? STEPS_LEAST + dice.below(STEPS_MOST - STEPS_LEAST + 1) : STEPS_FOCUSED;
  const steps = stepsOf(seed, { count, focus: mix });
  if (focus === undefined) steps.unshift({ name: 'weather', seed: dice.below(2 ** 31) });
  return { seed, tier: 'core', devices, morning: await morningOf(devices), steps };
}
