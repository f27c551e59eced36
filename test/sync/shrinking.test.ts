// A failing history is only worth what its reader sees in it: it is shrunk to few steps that still
// fail, and told with the command that plays it again.

import { expect, test } from 'vitest';
import { coreHistory } from './core-histories.ts';
import { play, shrink, stepsOf, tell, type History } from './history.ts';
import { outbox, remove } from './planting.ts';

/** What is claimed is dropped: one act, and one attempt to send it, are enough to lose it. */
const plant = outbox((real, parts) => ({
  async claim(id, claim) {
    const claimed = await real.claim(id, claim);
    if (claimed !== null) await remove(parts, claimed);
    return null;
  },
}));
/** Enough steps that most of them have nothing to do with what is lost. */
const STEPS = 16;

async function firstBroken(): Promise<{ long: History; short: History; again: History }> {
  for (let seed = 1; ; seed += 1) {
    const own = await coreHistory(seed);
    const options = { ...own, steps: stepsOf(seed, { count: STEPS }), plant };
    const long = await play(options);
    if (long.violations.length === 0) continue;
    const short = await shrink(options);
    return { long, short, again: await play({ ...options, steps: short.steps }) };
  }
}

test('a history that a planted bug breaks is shrunk to few steps, which break the same promise again', async () => {
  const { long, short, again } = await firstBroken();
  const promiseOf = ({ violations }: History) => violations[0]?.slice(0, 2);
  expect(long.steps).toHaveLength(STEPS);
  expect(promiseOf(long)).toMatch(/^I\d/);
  expect(short.steps.length).toBeLessThanOrEqual(3);
  expect(promiseOf(short)).toBe(promiseOf(long));
  expect(again).toEqual(short);
  // They are steps of the history, in its order.
  const places = short.steps.map((step) => long.steps.findIndex((one) => one === step));
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  expect(places).not.toContain(-1);
});

test('what is told plays the history again in its tier, and has each step and what it breaks', async () => {
  const { short } = await firstBroken();
  const [first, ...lines] = tell(short).split('\n');
  expect(first).toBe(`seed ${short.seed}: npm run simulate -- --tier core --seed ${short.seed} --histories 1`);
  for (const [index, step] of short.steps.entries()) {
    expect(lines[index]).toContain(JSON.stringify(step));
  }
  expect(lines).toContain('broken:');
  expect(lines.at(-1)).toMatch(/^ {2}I\d/);
  expect(tell({ ...short, tier: 'mirror' })).toContain('--tier mirror');
});
