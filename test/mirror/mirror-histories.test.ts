// What screens are answered from memory and from the stored index, on random histories: pages, deletions, walks, commands that wait,
// are registered or refused, other tabs, reloads, erasures. Their number is counted and not timed: 40, or 1,000 with
// MALOTE_LONG, or as MALOTE_HISTORIES says; MALOTE_SEED is the first seed.

import { describe, expect, test } from 'vitest';
import { createDice, type Dice } from '../fakes/dice.ts';
import { disagreement } from './compared-answers.ts';
import { firstPageDisagreement } from './first-page-answers.ts';
import { History, STEPS } from './mirror-history.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const HISTORIES = Number(process.env['MALOTE_HISTORIES'] ?? (LONG ? 1000 : 40));
const FIRST_SEED = Number(process.env['MALOTE_SEED'] ?? 1);
const LENGTH = 25;
const PARTS = 4;

/** `wrong`: what went wrong, with its seed and steps, or an empty text. `used`: how often the stored first page was used. */
type Played = { readonly wrong: string; readonly used: number };

async function play(seed: number): Promise<Played> {
  const dice: Dice = createDice(seed);
  const history = await History.begin(dice, `history-${seed}`);
  const told: string[] = [];
  let used = 0;
  try {
    for (let step = 0; step < LENGTH; step += 1) {
      const name = dice.weighted(STEPS);
      told.push(name);
      await history[name]();
      const start = await firstPageDisagreement(history.name);
      used += start.used;
      if (start.wrong !== null) return { wrong: `seed ${seed}: ${told.join(', ')}\na start on ${start.wrong}`, used };
      if (!dice.chance(0.5)) continue;
      const wrong = await disagreement(history.tab(), dice);
      if (wrong !== null) return { wrong: `seed ${seed}: ${told.join(', ')}\n${wrong}`, used };
    }
    const wrong = await disagreement(await history.reload(), dice);
    return { wrong: wrong === null ? '' : `seed ${seed}: ${told.join(', ')}, reload\n${wrong}`, used };
  } finally {
    await history.end();
  }
}

describe('any history of a mirror', () => {
  test.each(Array.from({ length: PARTS }, (_none, part) => part))(
    'every question is answered as a scan over the tables answers it, part %i',
    async (part) => {
      let starts = 0;
      for (let seed = FIRST_SEED + part; seed < FIRST_SEED + HISTORIES; seed += PARTS) {
        const { wrong, used } = await play(seed);
        expect(wrong).toBe('');
        starts += used;
      }
      expect(starts).toBeGreaterThan(0);
    },
    120_000 + HISTORIES * 3_000,
  );
});
