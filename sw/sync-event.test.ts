// The sync event while a page of the same person is sending: the registration must outlive the
// page, and the worker must take over what the page leaves behind when it closes.

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberErasure, rememberPerson, rememberLeaving } from '#mirror/store/person-facts.ts';
import { openMirror } from '#mirror/opening/open-mirror.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { buildCommand } from '../test/builders/build-command.ts';
import { buildSession } from '../test/builders/build-people.ts';
import { asBrowserLocks, createLocks } from '../test/fakes/locks.ts';
import type { watchOutbox } from './outbox.ts';

type SyncLike = {
  readonly tag: string;
  readonly lastChance: boolean;
  readonly waitUntil: (work: Promise<void>) => void;
};

const TAG = 'workbox-background-sync:outbox';

let registered: string[];
let listeners: ((event: SyncLike) => void)[];
let asked: string[];
let locks: ReturnType<typeof createLocks>;
let worker: Parameters<typeof watchOutbox>[0];

beforeEach(async () => {
  vi.resetModules();
  registered = [];
  listeners = [];
  asked = [];
  locks = createLocks();
  const registration = { sync: { register: async (tag: string) => void registered.push(tag) } };
  const addEventListener = (_type: string, listener: (event: SyncLike) => void) => void listeners.push(listener);
  worker = { registration, addEventListener, clients: { matchAll: async () => [] } } as unknown as typeof worker;
  vi.stubGlobal('self', worker);
  vi.stubGlobal('registration', registration);
  vi.stubGlobal('navigator', { locks: asBrowserLocks(locks, 'worker') });
  vi.stubGlobal('fetch', async (request: unknown) => {
    asked.push(String(request));
    throw new TypeError('no network');
  });
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await writeMeta(openMirror(7), { name: 'session', value: buildSession() });
  await openMirror(7).commands.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** A page that sends: it holds the lock of its person's drain until it is closed. */
function openPage(): { close: () => void } {
  void locks.of('page').request(`drain:${openMirror(7).name}`, {
    mode: 'exclusive',
    ifAvailable: false,
    work: () => new Promise<void>(() => undefined),
  });
  return { close: () => locks.release('page') };
}

/** The browser reports a network. Resolves as the event does. */
async function fireSync({ lastChance = false } = {}): Promise<'done' | 'failed'> {
  const works: Promise<void>[] = [];
  for (const listener of listeners) listener({ tag: TAG, lastChance, waitUntil: (work) => void works.push(work) });
  return Promise.all(works).then(
    () => 'done' as const,
    () => 'failed' as const,
  );
}

it('the worker sends what a page that held the lock left behind when it closed', async () => {
  await openMirror(7).commands.put(buildCommand('create-document'));
  const outbox = await import('./outbox.ts');
  outbox.watchOutbox(worker);
  const page = openPage();
  let ended = false;
  const synced = fireSync().finally(() => {
    ended = true;
  });
  await vi.waitFor(() => expect(locks.waiting(`drain:${openMirror(7).name}`)).toBe(1));
  expect({ ended, asked }).toEqual({ ended: false, asked: [] });
  page.close();
  // No network in this test: it was tried, and the browser is told to ask again.
  expect(await synced).toBe('failed');
  expect(asked.length).toBeGreaterThan(0);
});

it('the sync event ends well when the page has sent everything itself', async () => {
  await openMirror(7).commands.put(buildCommand('create-document'));
  const outbox = await import('./outbox.ts');
  outbox.watchOutbox(worker);
  const page = openPage();
  const synced = fireSync();
  await vi.waitFor(() => expect(locks.waiting(`drain:${openMirror(7).name}`)).toBe(1));
  await openMirror(7).commands.clear();
  page.close();
  expect(await synced).toBe('done');
});

it('a page that wakes the worker while it sends itself leaves the event registered', async () => {
  await openMirror(7).commands.put(buildCommand('create-document'));
  const outbox = await import('./outbox.ts');
  outbox.watchOutbox(worker);
  openPage();
  await outbox.drainAndTell(worker, openMirror(7).name);
  expect(registered).toEqual([TAG, TAG]);
});

it('the last sync event that the browser gives registers the next one', async () => {
  await openMirror(7).commands.put(buildCommand('create-document'));
  const outbox = await import('./outbox.ts');
  outbox.watchOutbox(worker);
  expect(await fireSync({ lastChance: true })).toBe('failed');
  expect(registered).toEqual([TAG]);
});

it('nothing is registered again when nothing is left', async () => {
  const outbox = await import('./outbox.ts');
  outbox.watchOutbox(worker);
  expect(await fireSync({ lastChance: true })).toBe('done');
  expect(registered).toEqual([]);
});

it('the sync event ends the session of a person who left without a network, also when nobody is logged in', async () => {
  await rememberLeaving({ userId: 7, discardUnsent: false });
  await rememberErasure({ userId: 7, kept: null });
  const outbox = await import('./outbox.ts');
  outbox.watchOutbox(worker);
  expect(await fireSync({ lastChance: true })).toBe('failed');
  expect(registered).toEqual([TAG]);
  expect(asked).toEqual(['/sanctum/csrf-cookie']);
  asked = [];
  vi.stubGlobal('fetch', async (request: unknown) => {
    asked.push(String(request));
    return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
  });
  expect(await fireSync()).toBe('done');
  expect(asked).toEqual(['/sanctum/csrf-cookie', '/logout']);
  expect((await readDeviceFacts()).logoutOwed).toBe(false);
});
