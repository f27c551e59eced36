// L1 (sync.md, Seams and proof): the real mirror, commands, drain and pull on seeded histories of faults. The default run is
// bounded in time; MALOTE_HISTORIES plays more, MALOTE_SEED begins elsewhere.

import { describe, expect, test } from 'vitest';
import { play, shrink, stepsOf, tell } from './history.ts';

const HISTORIES = Number(process.env['MALOTE_HISTORIES'] ?? 200);
const FIRST_SEED = Number(process.env['MALOTE_SEED'] ?? 1);
const LANES = 4;

describe('any history of faults', () => {
  test.each(Array.from({ length: LANES }, (_none, lane) => lane))(
    'keeps the promises, part %i',
    async (lane) => {
      for (let seed = FIRST_SEED + lane; seed < FIRST_SEED + HISTORIES; seed += LANES) {
        const steps = stepsOf(seed);
        const { violations } = await play({ seed, steps });
        const told = violations.length === 0 ? '' : tell(await shrink({ seed, steps }));
        expect(told).toBe('');
      }
    },
    600_000,
  );
});
