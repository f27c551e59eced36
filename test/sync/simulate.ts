// `npm run simulate -- [--tier mirror|core] [--histories 1000] [--seed 1] [--processes 2]`: plays
// histories of faults and prints how many kept all promises, and what happened in them. A broken
// promise prints the command that plays its seed again and the fewest steps found that still break
// it, and ends the run with exit code 1. Each seed is a history of its own, so ranges of seeds can
// be played apart and added up.

import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { coreHistory } from './core-histories.ts';
import { play, shrink, tell, type Counts } from './history.ts';
import { mixedSteps } from './mixed-steps.ts';
import type { Tier } from './world.ts';

/** By how many histories it tells how far it is. */
const TOLD_EVERY = { mirror: 100, core: 1000 } as const satisfies Record<Tier, number>;

type Range = { readonly tier: Tier; readonly seed: number; readonly histories: number; readonly stride: number };
type News = { readonly played: Counts } | { readonly broken: string };

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function wholeOf(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number from 1, not ${text}`);
  return value;
}

function tierOf(text: string): Tier {
  if (text !== 'mirror' && text !== 'core') throw new Error(`--tier must be mirror or core, not ${text}`);
  return text;
}

/** Plays every `stride`-th seed and tells the parent process how far it is. */
async function playAll({ tier, seed, histories, stride }: Range): Promise<void> {
  const say = (news: News): void => void process.send?.(news);
  for (let at = 0; at < histories; at += 1) {
    const next = seed + at * stride;
    const own = tier === 'core' ? await coreHistory(next) : { seed: next, steps: mixedSteps(next) };
    const { violations, counts } = await play(own);
    if (violations.length > 0) say({ broken: tell(await shrink(own)) });
    say({ played: counts });
  }
}

async function playInProcesses(): Promise<void> {
  const text = (fallback: number) => ({ type: 'string', default: String(fallback) }) as const;
  const { values } = parseArgs({
    options: {
      tier: { type: 'string', default: 'mirror' },
      histories: text(1000),
      seed: text(1),
      processes: text(availableParallelism()),
    },
  });
  const tier = tierOf(values.tier);
  const histories = wholeOf('histories', values.histories);
  const stride = Math.min(wholeOf('processes', values.processes), histories);
  const first = wholeOf('seed', values.seed);
  const started = performance.now();
  const sum = { steps: 0, commands: 0, requests: 0, faults: 0 };
  let played = 0;
  let broken = 0;
  const soFar = () => Object.entries(sum).map(([name, count]) => `${count} ${name}`);
  const one = (part: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const own = Math.floor((histories - part - 1) / stride) + 1;
      const child = fork(fileURLToPath(import.meta.url), [tier, `${first + part}`, `${own}`, `${stride}`], {
        env: { ...process.env, MALOTE_SIMULATES: '1' },
      });
      child.on('message', (news: News) => {
        if ('broken' in news) {
          broken += 1;
          print(news.broken);
        } else {
          played += 1;
          for (const name of ['steps', 'commands', 'requests', 'faults'] as const) sum[name] += news.played[name];
          if (played % TOLD_EVERY[tier] === 0)
            print(`${played} of ${histories}, ${broken} broken: ${soFar().join(', ')}`);
        }
      });
      child.on('error', reject);
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a process ended with ${code}`))));
    });
  await Promise.all(Array.from({ length: stride }, (_none, part) => one(part)));
  const seconds = (performance.now() - started) / 1000;
  print(`${played} histories (${tier}) from seed ${first} in ${seconds.toFixed(0)} s: ${broken} broke a promise.`);
  print(`In them: ${soFar().join(', ')}.`);
  process.exitCode = broken === 0 ? 0 : 1;
}

if (process.env['MALOTE_SIMULATES'] === '1') {
  const [tier = '', ...numbers] = process.argv.slice(2);
  const [seed = 0, histories = 0, stride = 0] = numbers.map(Number);
  await playAll({ tier: tierOf(tier), seed, histories, stride });
  process.disconnect();
} else {
  await playInProcesses().catch((error: unknown) => {
    print(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  });
}
