// The real mirror, commands, drain and pull on seeded histories of faults. Their number is counted
// and not timed, so that a busy machine plays the same ones: 200, or 2,000 with MALOTE_LONG, or as
// MALOTE_HISTORIES says; MALOTE_SEED is the first seed. A broken promise prints its seed and the
// fewest steps that still break it.

import { describe, expect, test } from 'vitest';
import { play, shrink, tell } from './history.ts';
import { mixedSteps } from './mixed-steps.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const HISTORIES = Number(process.env['MALOTE_HISTORIES'] ?? (LONG ? 2000 : 200));
const FIRST_SEED = Number(process.env['MALOTE_SEED'] ?? 1);
const PARTS = 4;

describe('any history of faults', () => {
  test.each(Array.from({ length: PARTS }, (_none, part) => part))(
    'no random history of faults breaks a promise, part %i',
    async (part) => {
      for (let seed = FIRST_SEED + part; seed < FIRST_SEED + HISTORIES; seed += PARTS) {
        const steps = mixedSteps(seed);
        const { violations } = await play({ seed, steps });
        const told = violations.length === 0 ? '' : tell(await shrink({ seed, steps }));
        expect(told).toBe('');
      }
    },
    180_000 + HISTORIES * 6_000,
  );
});
