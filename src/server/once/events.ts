// "There is more": LISTEN on a connection of its own, so that a change made through any server reaches the devices
// connected to this one. After a broken connection every subscriber is told the current number, because announcements
// made meanwhile are lost.

import pg from 'pg';
import { CHANGES_CHANNEL } from './change-counter.ts';
import { SYSTEM_ROLE } from '../db/database.ts';
import { after, type Task, type Timer } from '../reporting/timers.ts';

export type EventBus = {
  /** Calls `listener` with each new change number of the tenant. Answers a function that ends the subscription. */
  subscribe(tenantId: number, listener: (rev: number) => void): () => void;
  close(): Promise<void>;
};

export type EventBusOptions = {
  readonly connection: pg.ClientConfig;
  readonly log: Task['log'];
  /** Milliseconds before the next attempt to connect. */
  readonly retryMs?: number;
};

/** Connects and listens. Throws when the first connection fails. */
export async function openEventBus(options: EventBusOptions): Promise<EventBus> {
  const listeners = new Map<number, Set<(rev: number) => void>>();
  let closed = false;
  let client: pg.Client | null = null;
  let timer: Timer | null = null;

  const tell = (tenantId: number, rev: number): void => {
    for (const listener of listeners.get(tenantId) ?? []) listener(rev);
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...options.connection,
      options: [options.connection.options, `-c role=${SYSTEM_ROLE}`].filter(Boolean).join(' '),
      application_name: 'malote events',
      keepAlive: true,
    });
    next.on('notification', ({ payload }) => {
      const [tenantId, rev] = (payload ?? '').split(':').map(Number);
      if (tenantId !== undefined && rev !== undefined) tell(tenantId, rev);
    });
    next.on('error', (error) => {
      options.log.error({ err: error }, 'database connection lost');
      reconnectLater(next);
    });
    next.on('end', () => reconnectLater(next));
    await next.connect();
    client = next;
    await next.query(`listen ${CHANGES_CHANNEL}`);
  };

  const reconnectLater = (lost: pg.Client | null): void => {
    if (closed || timer !== null || (lost !== null && lost !== client)) return;
    client = null;
    lost?.end().catch(() => undefined);
    const again = async (): Promise<void> => {
      timer = null;
      try {
        await connect();
        await catchUp();
      } catch (error) {
        reconnectLater(null);
        throw error;
      }
    };
    timer = after(options.retryMs ?? 1000, { name: 'events', log: options.log, work: again });
  };

  const catchUp = async (): Promise<void> => {
    const answer = await client?.query<{ tenant_id: string; value: string }>(
      'select tenant_id, value from counters where tenant_id = any($1::bigint[])',
      [[...listeners.keys()]],
    );
    for (const row of answer?.rows ?? []) tell(Number(row.tenant_id), Number(row.value));
  };

  await connect();
  return {
    subscribe(tenantId, listener) {
      const set = listeners.get(tenantId) ?? new Set();
      listeners.set(tenantId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(tenantId);
      };
    },
    async close() {
      closed = true;
      await timer?.stop();
      await client?.end().catch(() => undefined);
    },
  };
}
