// A pull without an answer of our server: the reported state of the network, and the time of the
// next attempt.

import { readMeta } from '#mirror/store/storage.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { Fate } from '../fakes/network.ts';
import { closePages, page } from './page.ts';

afterEach(closePages);

const CHANGES = '/api/sync/changes';

/** A page that has pulled, and then the one document `Um` that it should learn of. */
async function upToDate() {
  const tab = await page();
  // The requests of the page's start are over after the second pull.
  await tab.sync.pullNow();
  await tab.sync.drainNow();
  await tab.sync.pullNow();
  tab.made('Um');
  tab.asked.length = 0;
  const network = async () => (await readMeta(tab.mirror, 'connection'))?.network;
  const pulls = () => tab.asked.filter((one) => one === `GET ${CHANGES}`).length;
  return { ...tab, network, pulls };
}

const toChanges = (fate: Fate) => (path: string) => (path === CHANGES ? fate : 'passes');

test.each<Fate>(['answer-damaged', 'portal', 'redirect', 'proxy-403', 'request-lost'])(
  'a pull that alone is answered so is no captive portal: a probe tells (%s)',
  async (fate) => {
    const { state, sync, asked, network } = await upToDate();
    state.fate = toChanges(fate);
    expect(await sync.pullNow()).toBe('later');
    expect(asked).toContain('GET /health');
    expect(await network()).toBe('ok');
  },
);

test.each<[Fate, string]>([
  ['answer-damaged', 'unstable'],
  ['portal', 'portal'],
  ['redirect', 'portal'],
  ['proxy-403', 'portal'],
  ['request-lost', 'offline'],
])('what answers the probe too decides (%s)', async (fate, told) => {
  const { state, sync, network } = await upToDate();
  state.fate = fate;
  expect(await sync.pullNow()).toBe('later');
  expect(await network()).toBe(told);
});

test('JSON of a portal in the place of a page of changes is found out by the probe', async () => {
  const { state, sync, network } = await upToDate();
  state.fate = (path) => (path === CHANGES ? 'foreign-json' : 'portal');
  expect(await sync.pullNow()).toBe('later');
  expect(await network()).toBe('portal');
});

test.each<Fate>(['answer-damaged', 'portal', 'request-lost', 'status-500'])(
  'a pull that failed is tried again by itself within seconds (%s)',
  async (fate) => {
    const { state, sync, seen, clock } = await upToDate();
    state.fate = fate;
    await sync.pullNow();
    state.fate = 'passes';
    clock.advance(4_000);
    await vi.waitFor(async () => expect(await seen()).toBe(1));
  },
);

test('the pauses grow, and a page that is not seen asks for nothing', async () => {
  const { state, sync, clock, pulls } = await upToDate();
  state.fate = toChanges('answer-damaged');
  for (let failed = 1; failed <= 6; failed += 1) await sync.pullNow();
  expect(pulls()).toBe(6);
  // The seventh pause has its own place between 2 s and 128 s; the dice of this test give it more
  // than the first one's 4 s.
  clock.advance(4_000);
  expect(pulls()).toBe(6);
  state.visible = false;
  clock.advance(300_000);
  expect(pulls()).toBe(6);
});

test('a pause that the server asks for is kept', async () => {
  const { state, sync, clock, seen, pulls } = await upToDate();
  state.fate = 'status-429';
  await sync.pullNow();
  state.fate = 'passes';
  clock.advance(19_000);
  expect(pulls()).toBe(1);
  clock.advance(1_000);
  await vi.waitFor(async () => expect(await seen()).toBe(1));
});

test('a pull that is answered ends the pauses', async () => {
  const { state, sync, clock, pulls } = await upToDate();
  state.fate = toChanges('answer-damaged');
  for (let failed = 1; failed <= 6; failed += 1) await sync.pullNow();
  state.fate = 'passes';
  expect(await sync.pullNow()).toBe('pulled');
  const before = pulls();
  clock.advance(15_000);
  expect(pulls()).toBe(before);
  state.fate = toChanges('answer-damaged');
  await sync.pullNow();
  clock.advance(4_000);
  await vi.waitFor(() => expect(pulls()).toBe(before + 2));
});
