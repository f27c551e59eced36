// NETWORK. A command is sent only as its author (I4), under its own key (I2), in its document's
// order (I3), and nothing here ever deletes one (I1). Only this room and src/app/online reach the
// server. The clock, random numbers, timers, locks and the network come in through the runtime, so
// that a simulation can control them.

import type { Mirror } from '#mirror/store/schema.ts';
import type { Answer, Reachability } from './reading.ts';

/** Runs `work` once after `delayMs`; the returned function cancels it. */
export type SetTimer = (work: () => void, delayMs: number) => () => void;

/**
 * The part of Web Locks that is used: a named lock, held while `work` runs. With `ifAvailable`,
 * `work` gets false when the lock is taken.
 */
export type Locks = {
  request<Result>(
    name: string,
    take: { readonly mode: 'exclusive' | 'shared'; readonly ifAvailable: boolean; readonly work: LockedWork<Result> },
  ): Promise<Result>;
};
export type LockedWork<Result> = (held: boolean) => Promise<Result>;

/**
 * Notes an event for a person who looks for faults: ids of commands and numbers only, never
 * content. It never throws.
 */
export type SyncLog = (event: string, facts?: Readonly<Record<string, string | number | boolean | null>>) => void;

/**
 * A logout that this device could not tell the server (S33); kept for the whole device, not for one
 * person's mirror.
 */
type OwedLogout = {
  isOwed(): Promise<boolean>;
  /**
   * Ids of people whose data this device has erased completely. The server takes their marks away
   * (S118).
   */
  erased(): Promise<readonly number[]>;
  /** Notes that no logout is owed any more, because the session is over. */
  settled(): Promise<void>;
};

export type SyncRuntime = {
  readonly fetch: typeof fetch;
  /** Epoch ms of this device. */
  readonly clock: () => number;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  /** A new random id. */
  readonly newId: () => string;
  readonly locks: Locks;
  readonly owedLogout: OwedLogout;
  readonly setTimer: SetTimer;
  /**
   * What the browser believes of its network. Its "yes" is not trusted; its "no" is a reason to
   * probe before sending.
   */
  readonly seemsOnline: () => boolean;
  /** The CSRF token from a cookie; null without one. Absent where there are no cookies. */
  readonly tokenInCookie?: () => Promise<string | null>;
  /** Where the server is; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly mirror: Mirror;
  /** The person of the mirror. */
  readonly userId: number;
  readonly log: SyncLog;
  /** Reports a fault of the program, as the browser reports an uncaught error. */
  readonly report: (error: unknown) => void;
};

/** A request, as callers give it to the HTTP client (client.ts). */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A plain object travels as JSON, a Blob as its bytes. */
  readonly body?: FormData | Blob | Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  /** Default 30 s. */
  readonly timeoutMs?: number;
};

export type SyncClient = {
  request(call: Call): Promise<Answer>;
  /**
   * Whether our server answers within 4 s. Only its own small JSON counts (src/app/experience.md,
   * experience T13).
   */
  probe(): Promise<Reachability>;
};

/**
 * A client that first settles a logout which the server does not know of; no request is sent before
 * that (S33).
 */
export type GatedClient = SyncClient & {
  /** Tries to settle the owed logout; true when none is owed any more. */
  settleLogout(): Promise<boolean>;
};

export type ClientParts = Pick<
  SyncRuntime,
  'fetch' | 'tokenInCookie' | 'setTimer' | 'baseUrl' | 'locks' | 'owedLogout'
>;
