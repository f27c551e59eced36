import type { Actor } from '../policies/actor.ts';
import type { ReceivedFile } from '../files/receive-file.ts';
import type { Writing } from '../once/idempotency.ts';
import { dayAt, type CalendarDay } from '#domain/dates.ts';

/**
 * What a command gets of a request: its author, its moment and the parsed input. Nothing of it
 * belongs to HTTP.
 */
export type CommandCall<Body> = Writing & {
  readonly actor: Actor;
  readonly command: { readonly key: string | null; readonly performedAt: string; readonly clockSuspect: boolean };
  readonly body: Body;
  readonly files: readonly ReceivedFile[];
};

/** When a write was done and when it arrived, as history stores both (rule A4). */
export type Moment = {
  /** ISO instant of the arrival, by the server's clock. */
  readonly at: string;
  /**
   * ISO instant of the doing, by the author's corrected clock; equal to `at` for what is done
   * online.
   */
  readonly performedAt: string;
  readonly clockSuspect: boolean;
  readonly today: CalendarDay;
  /** null when the device's clock was not believed. Only the grace of rule A4 is lost by that. */
  readonly performedOn: CalendarDay | null;
  readonly commandId: string | null;
};

/** The moment of a call in the tenant's zone. */
export function momentOf(call: {
  readonly now: number;
  readonly actor: { readonly timeZone: string };
  readonly command: { readonly key: string | null; readonly performedAt: string; readonly clockSuspect: boolean };
}): Moment {
  const { performedAt, clockSuspect, key } = call.command;
  const { timeZone } = call.actor;
  return {
    at: new Date(call.now).toISOString(),
    performedAt,
    clockSuspect,
    today: dayAt(call.now, timeZone),
    performedOn: clockSuspect ? null : dayAt(Date.parse(performedAt), timeZone),
    commandId: key,
  };
}
