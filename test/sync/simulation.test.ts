// The real mirror, commands, drain and pull on seeded histories of faults. The default run plays as many as fit into its
// time, in the same order everywhere; MALOTE_HISTORIES asks for a number of them whatever they take (MALOTE_LONG: 2,000),
// MALOTE_SEED begins elsewhere. A broken promise prints its seed and the fewest steps that still break it.

import { describe, expect, test } from 'vitest';
import { play, shrink, stepsOf, tell } from './history.ts';

const ASKED = process.env['MALOTE_HISTORIES'] ?? (process.env['MALOTE_LONG'] === '1' ? '2000' : undefined);
const HISTORIES = Number(ASKED ?? 300);
const FIRST_SEED = Number(process.env['MALOTE_SEED'] ?? 1);
const PARTS = 4;
const BUDGET_MS = ASKED === undefined ? 9_000 : Number.POSITIVE_INFINITY;

describe('any history of faults', () => {
  test.each(Array.from({ length: PARTS }, (_none, part) => part))(
    'keeps the promises, part %i',
    async (part) => {
      const endMs = performance.now() + BUDGET_MS;
      let played = 0;
      for (let seed = FIRST_SEED + part; seed < FIRST_SEED + HISTORIES && performance.now() < endMs; seed += PARTS) {
        // Every third is rich in decisions about what others did first.
        const steps = stepsOf(seed, seed % 3 === 0 ? { focus: { 'decides late': 15 } } : {});
        const { violations } = await play({ seed, steps });
        const told = violations.length === 0 ? '' : tell(await shrink({ seed, steps }));
        expect(told).toBe('');
        played += 1;
      }
      expect(played).toBeGreaterThan(0);
    },
    ASKED === undefined ? 180_000 : 3_600_000,
  );
});
