import type { DrainParts } from './parts.ts';
import { mirrorOutbox } from './mirror-outbox.ts';
import { mirrorStore } from './mirror-store.ts';
import { outcomeOf } from './outcome.ts';
import type { PullParts } from './parts.ts';
import { pullParts } from './pull-parts.ts';
import { requestOf } from './request-of.ts';
import type { SyncRuntime } from './runtime.ts';
import { browserSignals, type SessionSignals } from './session-gate.ts';

/** The parts of a drain and of a pull over the real mirror: one set for each worker or simulated device. */
export function syncParts(runtime: SyncRuntime, signals: SessionSignals = browserSignals): DrainParts & PullParts {
  return withSending(pullParts(runtime, mirrorStore(runtime)), signals);
}

/** Adds to the parts of a pull what a drain needs. */
export function withSending<Parts extends PullParts>(parts: Parts, signals: SessionSignals): DrainParts & Parts {
  return { ...parts, outbox: mirrorOutbox(parts.runtime, parts.plain), signals, requestOf, outcomeOf };
}
