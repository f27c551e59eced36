import { mirrorStore } from './mirror-store.ts';
import type { DrainParts, PullParts } from './parts.ts';
import { PLAIN_SERVER } from './plain-server/plain-server.ts';
import { pullParts } from './server-ways.ts';
import type { SyncRuntime } from './runtime.ts';
import { withSending } from './mirror-outbox.ts';
import { browserSignals, type SessionSignals } from './session-gate.ts';

/**
 * The parts of a drain and of a pull over the real mirror: one set for each worker or simulated
 * device.
 */
export function syncParts(runtime: SyncRuntime, signals: SessionSignals = browserSignals): DrainParts & PullParts {
  const parts = { store: mirrorStore(runtime), plain: async () => PLAIN_SERVER };
  return withSending(pullParts(runtime, parts), signals);
}
