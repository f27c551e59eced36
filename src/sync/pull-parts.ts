import { createClient } from './client.ts';
import { createConnection } from './connection.ts';
import type { PullParts, PullStore } from './pull.ts';
import type { SyncRuntime } from './runtime.ts';

/** The parts of a pull over a mirror: one set for each page or worker. */
export function pullParts(runtime: SyncRuntime, store: PullStore): PullParts {
  return { runtime, client: createClient(runtime), connection: createConnection(runtime.mirror), store };
}
