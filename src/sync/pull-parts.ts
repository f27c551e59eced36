import { createClient } from './client.ts';
import { createConnection } from './connection.ts';
import type { PullParts } from './parts.ts';
import type { SyncRuntime } from './runtime.ts';
import { waysOf } from './server-ways.ts';
import type { SyncClient } from './sync-client.ts';

/** The parts of a pull over a mirror: one set for each page or worker. */
export function pullParts(runtime: SyncRuntime, { store, plain }: Pick<PullParts, 'store' | 'plain'>): PullParts {
  const over = createClient(runtime);
  const client: SyncClient = {
    request: (call) => over.request(call),
    probe: async () => (await waysOf({ ...runtime, plain }, FEED)).probe(over),
  };
  return { runtime, client, connection: createConnection(runtime.mirror), store, plain };
}

const FEED = { probe: (client: SyncClient) => client.probe() };
