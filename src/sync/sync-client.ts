// What the rest of the room knows of the HTTP client (client.ts).

import type { Answer, Reachability } from './reading.ts';
import type { SyncRuntime } from './runtime.ts';

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
  /** Tries to settle it; true when nothing is owed any more. */
  settleLogout(): Promise<boolean>;
};

export type ClientParts = Pick<
  SyncRuntime,
  'fetch' | 'tokenInCookie' | 'setTimer' | 'baseUrl' | 'locks' | 'owedLogout'
>;
