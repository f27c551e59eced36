import { expect, test } from 'vitest';
import type { SessionUser } from '#contract/session.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { buildSession } from '../../../test/builders/build-people.ts';
import { createProfileStore, type SyncHandle } from './profile-store.ts';

/**
 * A store over mirrors with these sessions by user id, and a log of what is started and stopped.
 */
function buildStore(sessions: Readonly<Record<number, SessionUser | undefined>>) {
  const log: string[] = [];
  const syncOf = (userId: number) => ({ stop: () => void log.push(`stop ${userId}`) }) as unknown as SyncHandle;
  const store = createProfileStore({
    loadParts: async () => ({
      openMirror: async (userId) => ({ mirror: new Mirror(`profile-${userId}`), session: sessions[userId] }),
      startSync: ({ userId }) => {
        log.push(`start ${userId}`);
        return syncOf(userId);
      },
      wakeWorker: () => undefined,
    }),
    clock: () => 0,
    newId: () => 'id',
  });
  return { store, log };
}

test('a person whose session is not on this device is not opened, and nothing is sent for them', async () => {
  const { store, log } = buildStore({ 7: undefined });
  expect(await store.open(7)).toBeNull();
  expect(store.current()).toBeNull();
  expect(log).toEqual([]);
});

test('a person without a session leaves nobody open: the person before them is closed', async () => {
  const { store, log } = buildStore({ 7: buildSession(), 8: undefined });
  expect((await store.open(7))?.userId).toBe(7);
  expect(await store.open(8)).toBeNull();
  expect(store.current()).toBeNull();
  expect(log).toEqual(['start 7', 'stop 7']);
});
