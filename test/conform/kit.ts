// The cases of the protocol, run against one server over its own HTTP.

import { Broken, NotOffered } from './broken.ts';
import type { Case } from './case.ts';
import { CONFLICTS } from './cases/conflicts.ts';
import { ENTERING } from './cases/entering.ts';
import { EXACTLY_ONCE } from './cases/exactly-once.ts';
import { FEED } from './cases/feed.ts';
import { FILES } from './cases/files.ts';
import { HOSTILE } from './cases/hostile.ts';
import { ORDER_AND_AUTHOR } from './cases/order-and-author.ts';
import { SENT_AHEAD } from './cases/sent-ahead.ts';
import { RECEIPTS } from './cases/receipts.ts';
import { enterTown } from './enter-town.ts';
import { LACKING } from './offers.ts';
import type { Accounts, Town } from './town.ts';

const AREAS: Readonly<Record<string, readonly Case[]>> = {
  entering: ENTERING,
  'exactly once': EXACTLY_ONCE,
  receipts: RECEIPTS,
  'order and author': ORDER_AND_AUTHOR,
  conflicts: CONFLICTS,
  'the feed': FEED,
  files: FILES,
  'files sent ahead': SENT_AHEAD,
  'hostile input': HOSTILE,
};
const PATIENCE_MS = 30_000;

export type Verdict = {
  readonly area: string;
  readonly promise: string;
  /** What the kit saw instead of the promise; null when it is kept or not offered. */
  readonly seen: string | null;
  /** The optional part that the server lacks, as `no feed`; null when the case ran. */
  readonly lacks: string | null;
};

export type Run = {
  readonly accounts: Accounts;
  /** The longest wait for an answer; 30 s by default. */
  readonly patienceMs?: number;
  /** Hears each verdict as it falls. */
  readonly tell?: (verdict: Verdict) => void;
  /** Called before the first verdict with the way in which the kit found out about keys. */
  readonly tellKeys?: (sentence: string) => void;
};

/**
 * Runs every case, one after the other. The documents that it creates stay on the server. @throws
 * Broken when the server does not answer, refuses a login, or the tenant does not allow the kit to
 * begin.
 */
export async function conform(url: URL, run: Run): Promise<readonly Verdict[]> {
  const { town, aboutKeys } = await enterTown({ url, patienceMs: run.patienceMs ?? PATIENCE_MS }, run.accounts);
  run.tellKeys?.(aboutKeys);
  const verdicts: Verdict[] = [];
  for (const [area, cases] of Object.entries(AREAS))
    for (const one of cases) {
      const verdict = { area, promise: one.promise, ...(await judged(one, town)) };
      verdicts.push(verdict);
      run.tell?.(verdict);
    }
  return verdicts;
}

async function judged({ needs = [], run }: Case, town: Town): Promise<Pick<Verdict, 'seen' | 'lacks'>> {
  const missing = needs.find((need) => !town.offers.has(need));
  if (missing !== undefined) return { seen: null, lacks: LACKING[missing] };
  try {
    await run(town);
    return { seen: null, lacks: null };
  } catch (error) {
    if (error instanceof NotOffered) return { seen: null, lacks: error.message };
    return { seen: error instanceof Broken ? error.message : `the case could not run: ${String(error)}`, lacks: null };
  }
}

/** The numbers of promises kept, broken and not offered, by area and in total. */
export function countsOf(verdicts: readonly Verdict[]) {
  const counted = (area: string, some: readonly Verdict[]) => {
    const broken = some.filter(({ seen }) => seen !== null).length;
    const lacking = some.filter(({ lacks }) => lacks !== null).length;
    return { area, kept: some.length - broken - lacking, broken, lacking };
  };
  const areas = [...new Set(verdicts.map(({ area }) => area))];
  return {
    areas: areas.map((area) =>
      counted(
        area,
        verdicts.filter((one) => one.area === area),
      ),
    ),
    all: counted('all', verdicts),
  };
}
