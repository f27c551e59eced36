// Histories in which the server's database goes back to an older state (I11), on the real mirror
// and in memory.

import { describe, expect, test } from 'vitest';
import { coreHistory } from './core-histories.ts';
import { play, shrink, stepsOf, tell, type Focus } from './history.ts';

const HISTORIES = process.env['MALOTE_LONG'] === '1' ? 400 : 10;
const FIRST_SEED = Number(process.env['MALOTE_SEED'] ?? 1);
const FOCUS: Focus = { 'rolls back': 25, act: 40 };

describe('a server that goes back to an older state', () => {
  test(
    'breaks no promise on the mirror',
    async () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
        const own = { seed, steps: stepsOf(seed, { focus: FOCUS }) };
        const { violations } = await play(own);
        expect(violations.length === 0 ? '' : tell(await shrink(own))).toBe('');
      }
    },
    60_000 + HISTORIES * 6_000,
  );

  test(
    'breaks no promise of the core',
    async () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + 10 * HISTORIES; seed += 1) {
        const own = await coreHistory(seed, FOCUS);
        const { violations } = await play(own);
        expect(violations.length === 0 ? '' : tell(await shrink(own))).toBe('');
      }
    },
    60_000 + HISTORIES * 2_000,
  );
});
