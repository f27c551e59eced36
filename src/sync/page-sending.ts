// What a page needs to send. It is loaded when something is in the outbox; the worker has it from
// its start.

import type { DoubtAnswer, OutboxCommand } from '#mirror/store/outbox-row.ts';
import { watchUnsentIds } from '#mirror/questions/outbox-summary.ts';
import { drain, type DrainResult } from './drain.ts';
import type { PullParts } from './parts.ts';
import type { SessionSignals } from './session-gate.ts';
import { withSending } from './mirror-outbox.ts';
import { withdrawCommand } from './withdraw-command.ts';

export type PageSending = {
  /** Sends what is due (drain.ts). */
  drain(): Promise<DrainResult>;
  /** The commands that may be sent at `nowMs`, epoch ms. */
  due(nowMs: number): Promise<readonly OutboxCommand[]>;
  /** Asks whether the server has a command whose answer was lost (withdraw-command.ts). */
  withdraw(commandId: string): Promise<DoubtAnswer>;
  stop(): void;
};

type SendingContext = {
  readonly signals: SessionSignals;
  /** Called with the ids of the unsent commands, at once and whenever they change. */
  readonly onUnsent: (ids: readonly string[]) => void;
};

export function pageSending(parts: PullParts, { signals, onUnsent }: SendingContext): PageSending {
  const both = withSending(parts, signals);
  return {
    drain: () => drain(both),
    due: (nowMs) => both.outbox.due(nowMs),
    withdraw: (commandId) => withdrawCommand(both, commandId),
    stop: watchUnsentIds(parts.runtime.mirror, onUnsent),
  };
}
