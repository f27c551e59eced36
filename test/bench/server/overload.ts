// Overload (default 11): the load at which the server is saturated, the share of it that is left at
// twice that load, and how soon the server recovers. The requests read and write, and do not wait
// for answers.

import { randomUUID } from 'node:crypto';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { figuresOf, inWords, percentile, printLine } from '../figures.ts';
import { offer, type Answer, type Call } from './open-loop.ts';

/** A later answer is useless to the waiting person. */
const USEFUL_MS = 1000;
const FIRST_RATE = 60;
const STEP = 1.25;
const STEP_SECONDS = 4;
/** The search ends after this many steps without improvement. */
const STEPS_WITHOUT_GAIN = 3;
const TURNS = 3;
const OVERLOAD_SECONDS = 15;
const CALM_SECONDS = 6;
const CALM_SHARE = 0.4;
/** The length of the windows in which answers are counted. */
const WINDOW_MS = 500;
const WANTED_SHARE = 0.8;
const WANTED_BACK_S = 5;
/** A median up to this many times the calm one counts as calm again. */
const NORMAL = 2;

type Town = {
  readonly server: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Open documents that accept replies. */
  readonly documents: readonly number[];
};

export async function measureOverload(town: Town): Promise<void> {
  const next = mixOf(town);
  const load = (rate: number, seconds: number): Promise<Answer[]> => offer(town.server, { next, rate, seconds });
  const saturation = await findSaturation(load);
  const shares: number[] = [];
  const backs: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const calm = medianOf(await load(saturation * CALM_SHARE, STEP_SECONDS));
    const full = goodputOf(await load(saturation, STEP_SECONDS), STEP_SECONDS);
    const over = await load(saturation * 2, OVERLOAD_SECONDS);
    backs.push(secondsUntilCalm(await load(saturation * CALM_SHARE, CALM_SECONDS), calm));
    shares.push(goodputOf(over, OVERLOAD_SECONDS) / full);
    printLine('', describe(over));
  }
  const share = figuresOf(shares);
  printLine(
    `Overload: ${Math.round(saturation * 2)}/s offered, twice saturation`,
    `${inWords(share, '×')} of peak  wanted ≥ ${WANTED_SHARE}  ${share.median >= WANTED_SHARE ? 'met' : 'NOT MET'}`,
  );
  const back = figuresOf(backs);
  printLine(
    '',
    `back in ${inWords(back, 's')}  wanted ≤ ${WANTED_BACK_S}  ${back.high <= WANTED_BACK_S ? 'met' : 'NOT MET'}`,
  );
}

/** Of ten requests six are lists, three are documents and one is a reply with a key. */
function mixOf({ headers, documents }: Town): () => Call {
  const body = JSON.stringify({ _method: 'PATCH', content: '<p>Recebido.</p>' });
  let turn = 0;
  return () => {
    turn += 1;
    const path = PATHS.document(documents[turn % documents.length] ?? 0);
    if (turn % 10 === 0) {
      return {
        path,
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': 'application/json', [HEADERS.idempotencyKey]: randomUUID() },
      };
    }
    return { path: turn % 3 === 0 ? path : `${PATHS.documents}?page=${1 + (turn % 20)}`, headers };
  };
}

/** The offered load per second at which most requests are answered in time. */
async function findSaturation(load: (rate: number, seconds: number) => Promise<Answer[]>): Promise<number> {
  let best = { rate: FIRST_RATE, goodput: 0 };
  await load(FIRST_RATE, STEP_SECONDS);
  for (let rate = FIRST_RATE, without = 0; without < STEPS_WITHOUT_GAIN; rate *= STEP) {
    const goodput = goodputOf(await load(rate, STEP_SECONDS), STEP_SECONDS);
    without = goodput > best.goodput ? 0 : without + 1;
    if (goodput > best.goodput) best = { rate, goodput };
  }
  printLine('Saturation', `${Math.round(best.goodput)}/s answered in time of ${Math.round(best.rate)}/s`);
  return best.rate;
}

const isUseful = ({ status, tookMs }: Answer): boolean => status >= 200 && status < 300 && tookMs <= USEFUL_MS;
const isRefused = ({ status }: Answer): boolean => status === 503 || status === 429;

function goodputOf(answers: readonly Answer[], seconds: number): number {
  return answers.filter(isUseful).length / seconds;
}

function medianOf(answers: readonly Answer[]): number {
  return percentile(
    answers.map((one) => one.tookMs),
    0.5,
  );
}

/** Seconds from the end of the load until the windows are calm and stay calm. */
function secondsUntilCalm(answers: readonly Answer[], calmMs: number): number {
  let back = 0;
  for (let from = 0; from < CALM_SECONDS * 1000; from += WINDOW_MS) {
    const own = answers.filter((one) => one.dueAt >= from && one.dueAt < from + WINDOW_MS);
    const calm = own.every((one) => one.status < 400 && one.status > 0) && medianOf(own) <= calmMs * NORMAL;
    if (!calm) back = (from + WINDOW_MS) / 1000;
  }
  return back;
}

function describe(answers: readonly Answer[]): string {
  const share = (some: readonly Answer[]): string => `${((100 * some.length) / answers.length).toFixed(1)} %`;
  const accepted = answers.filter((one) => one.status >= 200 && one.status < 300);
  const refused = answers.filter(isRefused);
  const rest = answers.length - accepted.length - refused.length;
  const waits = refused.filter((one) => Number(one.retryAfter) > 0);
  const at = (some: readonly Answer[], of: number): string =>
    some.length === 0
      ? '–'
      : `${Math.round(
          percentile(
            some.map((one) => one.tookMs),
            of,
          ),
        )} ms`;
  return (
    `accepted ${share(accepted)}, p50 ${at(accepted, 0.5)}, p99 ${at(accepted, 0.99)} · refused ${share(refused)}, ` +
    `p99 ${at(refused, 0.99)}, with Retry-After ${waits.length} of ${refused.length} · neither ${rest}`
  );
}
