import { createClient } from './client.ts';
import { createConnection } from './connection.ts';
import { mirrorStore } from './mirror-store.ts';
import type { PullParts } from './pull.ts';
import type { SyncRuntime } from './runtime.ts';

/** The parts of a pull over the real mirror: one set for each page or worker. */
export function pullParts(runtime: SyncRuntime): PullParts {
  const client = createClient(runtime);
  const connection = createConnection(runtime.mirror);
  return { runtime, client, connection, store: mirrorStore(runtime) };
}
