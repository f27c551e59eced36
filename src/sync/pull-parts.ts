import { isInLists } from '#mirror/store/in-lists.ts';
import { createClient } from './client.ts';
import { createConnection } from './connection.ts';
import type { probeLists } from './probe-lists.ts';
import type { PullParts, PullStore } from './pull.ts';
import type { SyncRuntime } from './runtime.ts';
import type { SyncClient } from './sync-client.ts';

/** `probe`: of a server without a feed of changes (probe-lists.ts). */
type Needs = { readonly store: PullStore; readonly probe: typeof probeLists };

/** The parts of a pull over a mirror: one set for each page or worker. */
export function pullParts(runtime: SyncRuntime, { store, probe }: Needs): PullParts {
  const over = createClient(runtime);
  const client: SyncClient = {
    request: (call) => over.request(call),
    probe: async () => ((await isInLists(runtime.mirror)) ? probe(over) : over.probe()),
  };
  return { runtime, client, connection: createConnection(runtime.mirror), store };
}
