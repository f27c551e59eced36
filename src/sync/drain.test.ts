import { describe, expect, test } from 'vitest';
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
