// One round: every measurement alternates between both devices, so that a slow moment of the
// machine affects both.

import { type Blank, measureBlank } from './blank.ts';
import { type Gestures, gesturesOn, pressedWhileFetching } from './gestures.ts';
import { type Ready, readyForNoNetwork } from './ready.ts';
import { HOME, LIST, type Start, startOf } from './starts.ts';
import { arrival, catchUp, type CaughtUp, firstRowsFromAway, type FirstSync, firstSync } from './sync.ts';
import type { AppTown } from './town.ts';

export const RATES = [1, 4] as const;
export type Rate = (typeof RATES)[number];

/** Measurements of a device with the whole town, and of one whose mirror is empty. */
export type Starts = { readonly full: Start; readonly empty: Start };

/** What a round consists of. */
export const PARTS = ['ready', 'starts', 'sync', 'arrival', 'changes', 'gestures'] as const;
export type Part = (typeof PARTS)[number];

/** Parts that were not selected are missing. */
export type AtRate = {
  readonly blank: Blank;
  readonly list?: Starts;
  readonly home?: Starts;
  readonly sync?: FirstSync;
  /** A person logs in before the application's files are stored. */
  readonly syncAtOnce?: FirstSync;
  /** First rows while the server leaves the device's processor free. */
  readonly rowsFromAway?: number;
  readonly arrival?: number;
  readonly caughtUp?: CaughtUp;
};

export type Round = {
  readonly at: Readonly<Record<Rate, AtRate>>;
  readonly ready?: Ready;
  readonly gestures?: Gestures;
  /** Milliseconds of the same press, again and again, while details come. */
  readonly whileFetching?: readonly number[];
};

/** The processor of a cheap phone. */
export const PHONE_RATE = 4;

export async function measureRound(town: AppTown, parts: readonly Part[]): Promise<Round> {
  const at = { 1: await measureRate(town, { rate: 1, parts }), 4: await measureRate(town, { rate: 4, parts }) };
  return {
    at,
    ...(parts.includes('ready') ? { ready: await readyForNoNetwork(town) } : {}),
    ...(parts.includes('gestures')
      ? {
          gestures: await gesturesOn(town.full, PHONE_RATE),
          whileFetching: await pressedWhileFetching(town, PHONE_RATE),
        }
      : {}),
  };
}

async function measureRate(town: AppTown, { rate, parts }: { rate: Rate; parts: readonly Part[] }): Promise<AtRate> {
  const starts = async ({ path, full, empty }: typeof LIST | typeof HOME): Promise<Starts> => ({
    full: await startOf(town.full, { path, awaited: full, rate }),
    empty: await startOf(town.empty, { path, awaited: empty, rate }),
  });
  return {
    blank: await measureBlank(rate),
    ...(parts.includes('starts') ? { list: await starts(LIST), home: await starts(HOME) } : {}),
    ...(parts.includes('sync')
      ? {
          sync: await firstSync(town, { rate, atOnce: false }),
          syncAtOnce: await firstSync(town, { rate, atOnce: true }),
          rowsFromAway: await firstRowsFromAway(town, rate),
        }
      : {}),
    ...(parts.includes('arrival') ? { arrival: await arrival(town, rate) } : {}),
    ...(parts.includes('changes') ? { caughtUp: await catchUp(town, rate) } : {}),
  };
}
