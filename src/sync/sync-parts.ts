import { createClient } from './client.ts';
import { createConnection } from './connection.ts';
import type { DrainParts } from './drain-parts.ts';
import { mirrorOutbox } from './mirror-outbox.ts';
import { mirrorStore } from './mirror-store.ts';
import { outcomeOf } from './outcome.ts';
import type { PullParts } from './pull.ts';
import { requestOf } from './request-of.ts';
import type { SyncRuntime } from './runtime.ts';
import { browserSignals, type SessionSignals } from './session-gate.ts';

/** The parts of a drain and of a pull over the real mirror: one set for each page or worker. */
export function syncParts(runtime: SyncRuntime, signals: SessionSignals = browserSignals): DrainParts & PullParts {
  const client = createClient(runtime);
  const connection = createConnection(runtime.mirror);
  const outbox = mirrorOutbox(runtime);
  const store = mirrorStore(runtime);
  return { runtime, client, connection, outbox, store, signals, requestOf, outcomeOf };
}
