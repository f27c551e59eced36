import { mirrorOutbox } from './mirror-outbox.ts';
import { outcomeOf } from './outcome.ts';
import type { DrainParts, PullParts } from './parts.ts';
import { requestOf } from './request-of.ts';
import type { SessionSignals } from './session-gate.ts';

/** Adds to the parts of a pull what a drain needs. */
export function withSending<Parts extends PullParts>(parts: Parts, signals: SessionSignals): DrainParts & Parts {
  return { ...parts, outbox: mirrorOutbox(parts.runtime, parts.plain), signals, requestOf, outcomeOf };
}
