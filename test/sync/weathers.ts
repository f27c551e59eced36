// What the network is like for a while: fates of requests, with their weights.

import type { Fate } from '../fakes/network.ts';

const CALM: Readonly<Record<string, number>> = { passes: 1 };
export const WEATHERS = {
  calm: CALM,
  lossy: { passes: 6, 'request-lost': 2, 'answer-lost': 4, 'arrives-late': 2, doubled: 2, hangs: 1 },
  dropping: { passes: 1, 'answer-lost': 3 },
  sick: { passes: 4, 'status-500': 2, 'status-503': 1, 'fails-after': 2, 'status-408': 1, 'status-429': 1 },
  portal: { passes: 6, portal: 2, redirect: 1, 'proxy-403': 1, 'proxy-404': 1 },
  sessions: { passes: 4, 'status-401': 1, 'status-419': 2 },
  dead: { 'request-lost': 1 },
} satisfies Record<string, Partial<Record<Fate, number>>>;
