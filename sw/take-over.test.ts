// A new version of the worker takes over only when nothing is being sent, here or in any page
// (src/sync/promises.md, Device).

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberPerson } from '#mirror/store/person-facts.ts';
import { openMirror } from '#mirror/opening/open-mirror.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { SESSION_LOCK } from '#sync/session-gate.ts';
import { buildCommand } from '../test/builders/build-command.ts';
import { buildSession } from '../test/builders/build-people.ts';
import { asBrowserLocks, createLocks } from '../test/fakes/locks.ts';
import type { watchOutbox } from './outbox.ts';
import { takeOver } from './take-over.ts';

let locks: ReturnType<typeof createLocks>;
/** Ends the network for what is under way and for what comes. */
let lose: () => void;
let asked: number;

beforeEach(async () => {
  vi.resetModules();
  locks = createLocks();
  asked = 0;
  const lost = new Promise<never>((_resolve, reject) => {
    lose = () => reject(new TypeError('no network'));
  });
  lost.catch(() => undefined);
  vi.stubGlobal('navigator', { locks: asBrowserLocks(locks, 'device') });
  vi.stubGlobal('self', { registration: {} });
  vi.stubGlobal('registration', {});
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return lost;
  });
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await writeMeta(openMirror(7), { name: 'session', value: buildSession() });
  await openMirror(7).commands.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('a new version waits while the old one sends, and takes over when the attempt has ended', async () => {
  await openMirror(7).commands.put(buildCommand('create-document'));
  const old = { registration: {}, clients: { matchAll: async () => [] } } as unknown as Parameters<
    typeof watchOutbox
  >[0];
  const { drainAndTell } = await import('./outbox.ts');
  const sending = drainAndTell(old, openMirror(7).name);
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0));

  const skipWaiting = vi.fn<() => Promise<void>>(async () => undefined);
  const taking = takeOver({ skipWaiting } as unknown as Parameters<typeof takeOver>[0]);
  await vi.waitFor(() => expect(locks.waiting(SESSION_LOCK)).toBe(1));
  expect(skipWaiting).not.toHaveBeenCalled();

  lose();
  await Promise.all([sending, taking]);
  expect(skipWaiting).toHaveBeenCalledTimes(1);
  expect((await openMirror(7).commands.toArray()).map(({ state }) => state)).toEqual(['backoff']);
});

it('with nothing being sent it takes over at once', async () => {
  const skipWaiting = vi.fn<() => Promise<void>>(async () => undefined);
  await takeOver({ skipWaiting } as unknown as Parameters<typeof takeOver>[0]);
  expect(skipWaiting).toHaveBeenCalledTimes(1);
});
