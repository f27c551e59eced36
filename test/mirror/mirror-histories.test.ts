// What screens are answered from memory and from the stored index, on random histories: pages,
// deletions, walks, commands that wait, are registered or refused, other tabs, reloads, erasures.
// Their number is counted and not timed: 40, or 1,000 with MALOTE_LONG, or as MALOTE_HISTORIES
// says; MALOTE_SEED is the first seed.

import { describe, expect, test } from 'vitest';
import { createDice, type Dice } from '../fakes/dice.ts';
import { disagreement } from './compared-answers.ts';
import { History, STEPS } from './mirror-history.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const HISTORIES = Number(process.env['MALOTE_HISTORIES'] ?? (LONG ? 1000 : 40));
const FIRST_SEED = Number(process.env['MALOTE_SEED'] ?? 1);
const LENGTH = 25;
const PARTS = 4;

/** What went wrong, with its seed and steps, or an empty text. */
async function play(seed: number): Promise<string> {
  const dice: Dice = createDice(seed);
  const history = await History.begin(dice, `history-${seed}`);
  const told: string[] = [];
  try {
    for (let step = 0; step < LENGTH; step += 1) {
      const name = dice.weighted(STEPS);
      told.push(name);
      await history[name]();
      if (!dice.chance(0.5)) continue;
      const wrong = await disagreement(history.tab(), dice);
      if (wrong !== null) return `seed ${seed}: ${told.join(', ')}\n${wrong}`;
    }
    const wrong = await disagreement(await history.reload(), dice);
    return wrong === null ? '' : `seed ${seed}: ${told.join(', ')}, reload\n${wrong}`;
  } finally {
    await history.end();
  }
}

describe('any history of a mirror', () => {
  test.each(Array.from({ length: PARTS }, (_none, part) => part))(
    'every question is answered as a scan over the tables answers it, part %i',
    async (part) => {
      for (let seed = FIRST_SEED + part; seed < FIRST_SEED + HISTORIES; seed += PARTS) {
        expect(await play(seed)).toBe('');
      }
    },
    120_000 + HISTORIES * 3_000,
  );
});
