// What a page needs to send. It is loaded when something waits in the outbox; the worker has it from its start.

import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { drain, type DrainResult } from './drain.ts';
import type { PullParts } from './pull.ts';
import type { SessionSignals } from './session-gate.ts';
import { withSending } from './sync-parts.ts';

export type PageSending = {
  /** Sends what is due (drain.ts). */
  drain(): Promise<DrainResult>;
  /** The commands that may be sent at `nowMs`, epoch ms. */
  due(nowMs: number): Promise<readonly OutboxCommand[]>;
};

export function pageSending(parts: PullParts, signals: SessionSignals): PageSending {
  const both = withSending(parts, signals);
  return { drain: () => drain(both), due: (nowMs) => both.outbox.due(nowMs) };
}
