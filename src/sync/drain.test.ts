import { describe, expect, test, vi } from 'vitest';
import { buildCommand } from '../../test/builders/build-command.ts';
import { createLocks } from '../../test/fakes/locks.ts';
import type { SyncClient } from './sync-client.ts';
import { drain } from './drain.ts';
import type { DrainParts, Outbox } from './drain-parts.ts';
import type { ConnectionWatch } from './connection.ts';
import { outcomeOf } from './outcome.ts';
import { requestOf } from './request-of.ts';
import type { SessionSignals } from './session-gate.ts';

/**
 * A device that was without a network, with one command to send. `onProbe` is called while it asks whether the server
 * is back.
 */
function deviceOf(onProbe: () => void) {
  const listeners = new Set<() => void>();
  const claimed: string[] = [];
  const signals: SessionSignals = {
    announce: () => {
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const client: Pick<SyncClient, 'probe'> = {
    async probe() {
      onProbe();
      return 'ok';
    },
  };
  const connection: Pick<ConnectionWatch, 'state' | 'probed'> = {
    state: async () => ({ auth: 'ok', network: 'offline' }),
    probed: async () => undefined,
  };
  const outbox: Pick<Outbox, 'due' | 'nextDueMs' | 'claim' | 'contacted'> = {
    due: async () => [buildCommand('respond')],
    nextDueMs: async () => null,
    async claim(id) {
      claimed.push(id);
      return null;
    },
    contacted: async () => undefined,
  };
  const runtime = {
    locks: createLocks().of('tab'),
    mirror: { name: 'malote-7' },
    clock: () => 0,
    newId: () => 'token',
    setTimer: () => () => undefined,
    seemsOnline: () => true,
    log: () => undefined,
  };
  const parts = { runtime, client, connection, outbox, signals, requestOf, outcomeOf } as unknown as DrainParts;
  return { parts, signals, claimed, listeners };
}

describe('a login or logout that is announced', () => {
  test('stops a drain that still probes the network, before it sends', async () => {
    const device = deviceOf(() => device.signals.announce());
    expect(await drain(device.parts)).toMatchObject({ ended: 'stopped' });
    expect(device.claimed).toEqual([]);
    expect(device.listeners.size).toBe(0);
  });

  test('is the only reason why a probing drain sends nothing', async () => {
    const device = deviceOf(() => undefined);
    expect(await drain(device.parts)).toMatchObject({ ended: 'empty' });
    expect(device.claimed).toHaveLength(1);
    expect(device.listeners.size).toBe(0);
  });
});

test('a queue that cannot be read ends the drain when what is under way has ended, and not before', async () => {
  const device = deviceOf(() => undefined);
  const looks: (() => void)[] = [];
  let letGo = () => undefined as void;
  const held = new Promise<null>((resolve) => (letGo = () => resolve(null)));
  let isLost = false;
  const outbox: Outbox = {
    ...device.parts.outbox,
    async due() {
      if (isLost) throw new Error('The database is lost');
      return [buildCommand('respond')];
    },
    claim: () => held,
  };
  const runtime = { ...device.parts.runtime, setTimer: (work: () => void) => (looks.push(work), () => undefined) };
  let isOver = false;
  const drained = drain({ ...device.parts, outbox, runtime }).finally(() => (isOver = true));
  await vi.waitUntil(() => looks.length === 1);
  isLost = true;
  looks[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  letGo();
  expect(await drained).toMatchObject({ ended: 'storage' });
});
