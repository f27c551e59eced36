// The same promises on many short histories of the core: the code of mirror, commands and sync over
// tables in memory. 2,000 of them, or 10,000 with MALOTE_LONG; MALOTE_SEED is the first seed. The
// tables in memory must answer as IndexedDB does, and every bug that is planted in the core must be
// noticed on them too.

import { describe, expect, test } from 'vitest';
import { coreHistory } from './core-histories.ts';
import { play, shrink, stepsOf, tell, type Focus } from './history.ts';
import { CORE_BUGS } from './planted-bugs.ts';

const HISTORIES = process.env['MALOTE_LONG'] === '1' ? 10_000 : 2_000;
const FIRST_SEED = Number(process.env['MALOTE_SEED'] ?? 1);
const TRIED = 60;

describe('any history of the core', () => {
  test(
    'no random history of faults breaks a promise',
    async () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
        const own = await coreHistory(seed);
        const { violations } = await play(own);
        const told = violations.length === 0 ? '' : tell(await shrink(own));
        expect(told).toBe('');
      }
    },
    180_000 + HISTORIES * 200,
  );
});

/**
 * Where two things happen at once, or chance decides, the order of the two tiers may differ. Deaths
 * are counted in operations.
 */
const WITHOUT_RACES: Focus = { together: 0, 'drain twice': 0, 'tab freezes': 0, weather: 0, crash: 0, stumble: 0 };
const PLAIN: readonly Focus[] = [
  {},
  { 'decides late': 10, reassigns: 8, 'held up': 6 },
  { rows: 40, 'rows removed': 10 },
  { upgrades: 15 },
];

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a history goes the same way in memory as on the mirror, seed %i',
  async (seed) => {
    const steps = stepsOf(seed, { focus: { ...WITHOUT_RACES, ...PLAIN[seed % PLAIN.length] } });
    const mirror = await play({ seed, steps });
    const core = await play({ seed, steps, tier: 'core' });
    expect(mirror.violations).toEqual([]);
    expect(core).toEqual({ ...mirror, tier: 'core' });
  },
  120_000,
);

describe('planted bugs of the core', () => {
  test.each(Object.entries(CORE_BUGS))(
    'the oracle notices the bug in memory: %s',
    async (_name, { plant, modelFaults, deviceFaults, focus = {} }) => {
      let caught: string | undefined;
      for (let seed = 1; seed <= TRIED && caught === undefined; seed += 1) {
        const options = {
          ...(await coreHistory(seed, focus)),
          ...(plant === undefined ? {} : { plant }),
          ...(modelFaults === undefined ? {} : { modelFaults }),
          ...(deviceFaults === undefined ? {} : { deviceFaults }),
        };
        [caught] = (await play(options)).violations;
      }
      expect(caught).toMatch(/^I\d/);
    },
    120_000,
  );
});
