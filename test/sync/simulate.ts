// `npm run simulate -- [--histories 1000] [--seed 1] [--processes 2]`: plays histories of faults and prints how many kept all
// promises. A broken promise prints its seed and the fewest steps that still break it, and ends the run with exit code 1.

import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { play, shrink, tell } from './history.ts';
import { mixedSteps } from './mixed-steps.ts';

const TOLD_EVERY = 100;

type Range = { readonly seed: number; readonly histories: number; readonly stride: number };
type News = { readonly played: number } | { readonly broken: string };

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function wholeOf(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number from 1, not ${text}`);
  return value;
}

/** Plays every `stride`-th seed and tells the parent process how far it is. */
async function playAll({ seed, histories, stride }: Range): Promise<void> {
  const say = (news: News): void => void process.send?.(news);
  for (let at = 0; at < histories; at += 1) {
    const own = { seed: seed + at * stride, steps: mixedSteps(seed + at * stride) };
    const { violations } = await play(own);
    if (violations.length > 0) say({ broken: tell(await shrink(own)) });
    say({ played: 1 });
  }
}

async function playInProcesses(): Promise<void> {
  const text = (fallback: number) => ({ type: 'string', default: String(fallback) }) as const;
  const { values } = parseArgs({
    options: { histories: text(1000), seed: text(1), processes: text(availableParallelism()) },
  });
  const histories = wholeOf('histories', values.histories);
  const stride = Math.min(wholeOf('processes', values.processes), histories);
  const first = wholeOf('seed', values.seed);
  const started = performance.now();
  let played = 0;
  let broken = 0;
  const one = (part: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const own = Math.floor((histories - part - 1) / stride) + 1;
      const child = fork(fileURLToPath(import.meta.url), [`${first + part}`, `${own}`, `${stride}`], {
        env: { ...process.env, MALOTE_SIMULATES: '1' },
      });
      child.on('message', (news: News) => {
        if ('broken' in news) {
          broken += 1;
          print(news.broken);
        } else {
          played += news.played;
          if (played % TOLD_EVERY === 0) print(`${played} of ${histories}, ${broken} broken`);
        }
      });
      child.on('error', reject);
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a process ended with ${code}`))));
    });
  await Promise.all(Array.from({ length: stride }, (_none, part) => one(part)));
  const seconds = (performance.now() - started) / 1000;
  print(`${played} histories from seed ${first} in ${seconds.toFixed(0)} s: ${broken} broke a promise.`);
  process.exitCode = broken === 0 ? 0 : 1;
}

if (process.env['MALOTE_SIMULATES'] === '1') {
  const [seed = 0, histories = 0, stride = 0] = process.argv.slice(2).map(Number);
  await playAll({ seed, histories, stride });
  process.disconnect();
} else {
  await playInProcesses().catch((error: unknown) => {
    print(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  });
}
