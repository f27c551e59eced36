import type { ConnectionWatch } from './connection.ts';
import type { Outbox } from './outbox.ts';
import type { outcomeOf } from './outcome.ts';
import type { requestOf } from './request-of.ts';
import type { SyncRuntime } from './runtime.ts';
import type { SessionSignals } from './session-gate.ts';
import type { SyncClient } from './sync-client.ts';

/** What a drain runs on. Simulations exchange a part to plant a fault. */
export type DrainParts = {
  readonly runtime: SyncRuntime;
  readonly client: SyncClient;
  readonly connection: ConnectionWatch;
  readonly outbox: Outbox;
  readonly signals: SessionSignals;
  readonly requestOf: typeof requestOf;
  readonly outcomeOf: typeof outcomeOf;
};
