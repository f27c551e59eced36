// Measures a route and its floors in turns in the same minute, so that a noisy moment of the
// machine affects all.

import autocannon from 'autocannon';
import { randomUUID } from 'node:crypto';
import { HEADERS } from '#contract/sync.ts';

export type Target = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers taken in turn, for requests of many people. */
  readonly headersInTurn?: readonly Readonly<Record<string, string>>[];
  /** JSON. */
  readonly body?: string;
  /** Paths taken in turn, for writes that would otherwise all go to one document. */
  readonly paths?: readonly string[];
  /** Whether each request gets an Idempotency-Key of its own. */
  readonly newKeys?: boolean;
};

/**
 * One measurement: answered requests per second, and the milliseconds of processor that one of them
 * cost.
 */
export type Turn = { readonly perSecond: number; readonly nodeMs: number; readonly postgresMs: number };

/** Returns the processor time used so far, by the measured Node process and by PostgreSQL. */
export type Meter = () => Promise<{ readonly node: number; readonly postgres: number }>;

/** How many requests were answered in how many seconds. */
export type Throughput = { readonly count: number; readonly seconds: number };

export type Contender = {
  /** Preparation before a turn, which does not count. */
  readonly prepare?: () => Promise<void>;
  readonly send: (seconds: number) => Promise<Throughput>;
  readonly meter: Meter;
};

export const ROUNDS = 5;
const SECONDS = 2;

/** `ROUNDS` turns of each contender, one after the other in each round. */
export async function takeTurns<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  seconds = SECONDS,
): Promise<Record<Name, Turn[]>> {
  const names = Object.keys(contenders) as Name[];
  const turns = Object.fromEntries(names.map((name) => [name, [] as Turn[]])) as Record<Name, Turn[]>;
  for (const name of names) {
    await contenders[name].prepare?.();
    await contenders[name].send(1);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const { send, meter, prepare } = contenders[name];
      await prepare?.();
      const before = await meter();
      const answered = await send(seconds);
      const after = await meter();
      turns[name].push({
        perSecond: answered.count / answered.seconds,
        nodeMs: (after.node - before.node) / answered.count,
        postgresMs: (after.postgres - before.postgres) / answered.count,
      });
    }
  }
  return turns;
}

const CONNECTIONS = 10;

/**
 * Sends for this many seconds, over several connections at once. An answer other than 2xx makes the
 * figure meaningless and throws.
 */
export async function load(target: Target, seconds: number): Promise<Throughput> {
  const { body, headers, headersInTurn = [], method = 'GET', newKeys = false, paths = [], url } = target;
  let turn = 0;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    turn += 1;
    const key = newKeys ? { [HEADERS.idempotencyKey]: randomUUID() } : {};
    const own = { ...request.headers, ...headersInTurn[turn % Math.max(1, headersInTurn.length)], ...key };
    return { ...request, headers: own, ...(paths.length === 0 ? {} : { path: paths[turn % paths.length] ?? '/' }) };
  };
  const result = await autocannon({
    url,
    method,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
    ...(paths.length > 0 || headersInTurn.length > 0 || newKeys ? { requests: [{ setupRequest }] } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${method} ${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  }
  return { count: result['2xx'], seconds: result.duration };
}
