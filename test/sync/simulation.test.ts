// The real mirror, commands, drain and pull on seeded histories of faults. Their number is counted and not timed, so that
// a busy machine plays the same ones: 40, or 2,000 with MALOTE_LONG, or as MALOTE_HISTORIES says; MALOTE_SEED is
// the first seed. A broken promise prints its seed and the fewest steps that still break it.

import { describe, expect, test } from 'vitest';
import { play, shrink, stepsOf, tell, type Focus } from './history.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const HISTORIES = Number(process.env['MALOTE_HISTORIES'] ?? (LONG ? 2000 : 40));
const FIRST_SEED = Number(process.env['MALOTE_SEED'] ?? 1);
const PARTS = 4;

/**
 * Of three histories, one has more decisions about what others did first and documents that are reassigned, one has rows of
 * reference data, removed and taken back too, and one has requests that are held up on their way.
 */
function focusOf(seed: number): { focus?: Focus } {
  if (seed % 3 === 0) return { focus: { 'decides late': 15, reassigns: 5 } };
  return seed % 3 === 1 ? { focus: { rows: 45, 'rows unheard': 5, 'rows removed': 20 } } : { focus: { 'held up': 10 } };
}

describe('any history of faults', () => {
  test.each(Array.from({ length: PARTS }, (_none, part) => part))(
    'no random history of faults breaks a promise, part %i',
    async (part) => {
      for (let seed = FIRST_SEED + part; seed < FIRST_SEED + HISTORIES; seed += PARTS) {
        const steps = stepsOf(seed, focusOf(seed));
        const { violations } = await play({ seed, steps });
        const told = violations.length === 0 ? '' : tell(await shrink({ seed, steps }));
        expect(told).toBe('');
      }
    },
    180_000 + HISTORIES * 6_000,
  );
});
