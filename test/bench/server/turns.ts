// Measures route and floor in turns in the same minute, so that a noisy machine is noisy for both.

import autocannon from 'autocannon';
import { figuresOf, inWords, printLine } from '../figures.ts';

export type Target = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  /** Paths taken in turn, for writes that would otherwise all go to one document. */
  readonly paths?: readonly string[];
};

export type Pair = {
  readonly name: string;
  /** null for a part of other routes, measured to show what they are made of. */
  readonly atLeast: number | null;
  readonly route: Target;
  readonly floor: Target;
};

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 10;

export async function measurePair({ name, atLeast, route, floor }: Pair): Promise<void> {
  await perSecond(route, 1);
  await perSecond(floor, 1);
  const routes: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    routes.push(await perSecond(route, SECONDS));
    floors.push(await perSecond(floor, SECONDS));
  }
  printPair({ name, atLeast, routes, floors });
}

export function printPair(pair: { name: string; atLeast: number | null; routes: number[]; floors: number[] }): void {
  const ratios = pair.routes.map((value, at) => value / (pair.floors[at] ?? Number.NaN));
  const ratio = figuresOf(ratios);
  const { atLeast } = pair;
  const verdict = atLeast === null ? '' : `  wanted ≥ ${atLeast}  ${ratio.median >= atLeast ? 'met' : 'NOT MET'}`;
  printLine(pair.name, `${inWords(ratio, '×')}${verdict}`);
  printLine('', `route ${inWords(figuresOf(pair.routes), '/s')} · floor ${inWords(figuresOf(pair.floors), '/s')}`);
}

/** Answered requests per second. An answer that is not 2xx makes the figure meaningless, and is an error. */
async function perSecond(target: Target, seconds: number): Promise<number> {
  const { body, headers, method = 'GET', url, paths = [] } = target;
  let turn = 0;
  const result = await autocannon({
    url,
    method,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
    ...(paths.length === 0
      ? {}
      : {
          requests: [
            {
              setupRequest: (request: autocannon.Request) => {
                turn = (turn + 1) % paths.length;
                return { ...request, path: paths[turn] ?? '/' };
              },
            },
          ],
        }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${method} ${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  }
  return result['2xx'] / result.duration;
}
