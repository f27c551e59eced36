// Announces changes: LISTEN on a connection of its own, so that a change made through any server
// reaches the devices connected to this one. After a broken connection every subscriber gets the
// current number, because announcements made meanwhile are lost.

import pg from 'pg';
import { after, type Task, type Timer } from '../reporting/timers.ts';

/** Every writing transaction notifies on this channel, with its tenant and change number. */
export const CHANGES_CHANNEL = 'malote_changes';
/** A trigger of the table of sessions notifies on this channel. */
const SESSIONS_CHANNEL = 'malote_sessions';

export type EventBus = {
  /** How many subscriptions there are. */
  size(): number;
  /**
   * Calls `listener` with each new change number of the tenant. Returns a function that ends the
   * subscription.
   */
  subscribe(tenantId: number, listener: (rev: number) => void): () => void;
  /**
   * Calls `look` when the session with this hash has ended, whatever ended it. Returns a function
   * that stops watching. What ends while the connection is broken is not told.
   */
  watchSession(tokenHash: Buffer, look: () => void): () => void;
  /** Calls `listener` when the database may have been migrated. */
  onMigrated(listener: () => void): void;
  close(): Promise<void>;
};

/** A trigger of the table of migrations notifies on this channel. */
const MIGRATED_CHANNEL = 'malote_migrated';

export type EventBusOptions = {
  readonly connection: pg.ClientConfig;
  readonly log: Task['log'];
  /** Milliseconds before the next attempt to connect. */
  readonly retryMs?: number;
};

/** Connects and listens. Throws when the first connection fails. */
export async function openEventBus(options: EventBusOptions): Promise<EventBus> {
  const listeners = new Map<number, Set<(rev: number) => void>>();
  /** Watchers of sessions, by the hash of the session's token in hexadecimal. */
  const watchers = new Map<string, Set<() => void>>();
  const migrated: (() => void)[] = [];
  let closed = false;
  let client: pg.Client | null = null;
  let timer: Timer | null = null;

  const tell = (tenantId: number, rev: number): void => {
    for (const listener of listeners.get(tenantId) ?? []) listener(rev);
  };

  const tellMigrated = (): void => {
    for (const listener of migrated) listener();
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...options.connection,
      application_name: 'malote events',
      keepAlive: true,
    });
    next.on('notification', ({ channel, payload }) => {
      if (channel === MIGRATED_CHANNEL) tellMigrated();
      if (channel === SESSIONS_CHANNEL) for (const look of watchers.get(payload ?? '') ?? []) look();
      const [tenantId, rev] = channel === CHANGES_CHANNEL ? (payload ?? '').split(':').map(Number) : [];
      if (tenantId !== undefined && rev !== undefined) tell(tenantId, rev);
    });
    next.on('error', (error) => {
      options.log.error({ event: 'database_lost', err: error }, 'database connection lost');
      reconnectLater(next);
    });
    next.on('end', () => reconnectLater(next));
    try {
      await next.connect();
      await next.query(`select set_config('role', (working_roles())[2], false)`);
      await next.query(
        [CHANGES_CHANNEL, SESSIONS_CHANNEL, MIGRATED_CHANNEL].map((channel) => `listen ${channel}`).join('; '),
      );
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    client = next;
  };

  const reconnectLater = (lost: pg.Client | null): void => {
    if (closed || timer !== null || (lost !== null && lost !== client)) return;
    client = null;
    lost?.end().catch(() => undefined);
    const again = async (): Promise<void> => {
      timer = null;
      try {
        await connect();
        tellMigrated();
        await catchUp();
      } catch (error) {
        reconnectLater(client);
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
    size: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    subscribe: (tenantId, listener) => addTo(listeners, { key: tenantId, one: listener }),
    watchSession: (tokenHash, look) => addTo(watchers, { key: tokenHash.toString('hex'), one: look }),
    onMigrated: (listener) => void migrated.push(listener),
    async close() {
      closed = true;
      await timer?.stop();
      await client?.end().catch(() => undefined);
    },
  };
}

/** Adds `one` to the set under `key`. Returns a function that removes it. */
function addTo<Key, One>(sets: Map<Key, Set<One>>, { key, one }: { key: Key; one: One }): () => void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(one));
  return () => {
    set.delete(one);
    if (set.size === 0) sets.delete(key);
  };
}
