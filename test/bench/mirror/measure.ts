// One round: every store in a fresh browser profile, in turns, so that a slow moment of the machine
// affects all of them.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserAtHand, NO_BROWSER } from '../../e2e/find-browser.mjs';
import { figuresOf } from '../figures.ts';
import type { BenchPage } from './store.ts';
import type { TownServer } from './town-server.ts';

export const STORES = ['n0', 'f2', 'fp', 'fa', 'ours'] as const;
export type StoreName = (typeof STORES)[number];

export const METRICS = [
  'first sync',
  'delta of 500',
  'warm start',
  'warm start at CPU/4',
  'filter + count + 10 rows',
  'counters',
  'search + 20 rows',
  'reactive update',
  'the same, the first 9 in a page',
  'disk MB',
  'heap MB',
] as const;
export type Metric = (typeof METRICS)[number];

/** Starts of each store in a round. */
const STARTS = 3;
/** Repetitions of each question in a round. */
const TIMES = 9;
/**
 * Changes applied to one page. A real page is open for hours, and a browser runs repeated code
 * faster.
 */
const UPDATES = 40;
const MEGA = 1_000_000;

/**
 * Milliseconds, or megabytes where the name says so. Questions that a store cannot answer are
 * missing.
 */
export type Round = Readonly<Record<StoreName, Partial<Record<Metric, number>>>>;

type Bench = { readonly bench?: BenchPage };

export async function measureRound(
  town: TownServer,
  { turn, stores }: { turn: number; stores: readonly StoreName[] },
): Promise<Round> {
  const executablePath = await browserAtHand();
  if (executablePath === null) throw new Error(NO_BROWSER);
  const folder = await mkdtemp(join(tmpdir(), 'malote-bench-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  const round: Record<StoreName, Partial<Record<Metric, number>>> = { n0: {}, f2: {}, fp: {}, fa: {}, ours: {} };
  const turned = stores.map((_none, place) => stores[(place + turn) % stores.length] as StoreName);
  // Background work of one store slows the next one, so the stores run in both orders.
  const inTurn = turn % 2 === 0 ? turned : turned.toReversed();
  try {
    for (const name of inTurn) Object.assign(round[name], await filled(context, town.addressOf(name), name));
    for (const [metric, rate] of [
      ['warm start', 1],
      ['warm start at CPU/4', 4],
    ] as const) {
      const starts: Record<StoreName, number[]> = { n0: [], f2: [], fp: [], fa: [], ours: [] };
      for (let start = 0; start < STARTS; start += 1) {
        for (const name of inTurn) starts[name].push(await startedAt(context, town.addressOf(name), rate));
      }
      for (const name of inTurn) round[name][metric] = figuresOf(starts[name]).median;
    }
    for (const name of inTurn) Object.assign(round[name], await asked(context, town.addressOf(name), name));
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
  return round;
}

async function filled(context: BrowserContext, address: string, name: StoreName) {
  const page = await opened(context, address);
  const { ms, rows } = await page.evaluate(() => (globalThis as Bench).bench!.firstSync());
  if (rows === 0) throw new Error(`${name} has no rows`);
  const figures: Partial<Record<Metric, number>> = { 'first sync': ms };
  if (name !== 'n0') {
    figures['delta of 500'] = await page.evaluate(() => (globalThis as Bench).bench!.delta());
    figures['disk MB'] = (await page.evaluate(() => (globalThis as Bench).bench!.diskBytes())) / MEGA;
  }
  await page.close();
  return figures;
}

async function startedAt(context: BrowserContext, address: string, rate: number): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await page.goto(`${address}?start`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (globalThis as Bench).bench !== undefined);
  const ms = await page.evaluate(async () => (globalThis as Bench).bench!.started);
  await page.close();
  if (ms === null) throw new Error('the page did not start');
  return ms;
}

async function asked(context: BrowserContext, address: string, name: StoreName) {
  const page = await opened(context, address);
  const figures: Partial<Record<Metric, number>> = {};
  const ask = async (question: 'filter' | 'counters' | 'search') =>
    (await page.evaluate(([what, times]) => (globalThis as Bench).bench!.ask(what, times), [question, TIMES] as const))
      .ms;
  if (name === 'ours' || name === 'fa') {
    figures['filter + count + 10 rows'] = await ask('filter');
    figures['search + 20 rows'] = await ask('search');
  }
  if (name !== 'n0') {
    figures.counters = await ask('counters');
    const updates = await page.evaluate((times) => (globalThis as Bench).bench!.react(times), UPDATES);
    figures['reactive update'] = figuresOf(updates).median;
    figures['the same, the first 9 in a page'] = figuresOf(updates.slice(0, TIMES)).median;
  }
  figures['heap MB'] = await heapOf(page);
  await page.close();
  return figures;
}

/** The heap after garbage collection, with the bytes outside of the object heap. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  for (let time = 0; time < 3; time += 1) await devtools.send('HeapProfiler.collectGarbage');
  const usage: { usedSize: number; backingStorageSize?: number } = await devtools.send('Runtime.getHeapUsage');
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / MEGA;
}

async function opened(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => (globalThis as Bench).bench !== undefined);
  return page;
}
