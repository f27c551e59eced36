// NETWORK. Promises: a command is sent only as its author (I4), under its own key (I2), in its document's order (I3), and
// nothing here ever deletes one (I1). Nobody but this room and src/app/online reaches the server. Everything that is not
// arithmetic comes in through the runtime, so that a simulation can hold the clock, the dice, the locks and the network.

import type { Mirror } from '#mirror/store/schema.ts';

/** Runs `work` once after `delayMs`; the answer cancels it. */
export type SetTimer = (work: () => void, delayMs: number) => () => void;

/** The part of Web Locks that is used: a named lock held while `work` runs, given null where it was not free. */
export type Locks = {
  request<Result>(
    name: string,
    take: { readonly mode: 'exclusive' | 'shared'; readonly ifAvailable: boolean; readonly work: LockedWork<Result> },
  ): Promise<Result>;
};
export type LockedWork<Result> = (held: boolean) => Promise<Result>;

/** What happened, for the console of those who look for faults: ids and numbers only, never content. */
export type SyncLog = (event: string, facts?: Readonly<Record<string, string | number | boolean | null>>) => void;

/** A logout that this device could not tell the server (S33); kept for the whole device, whoever's mirror is open. */
export type OwedLogout = {
  isOwed(): Promise<boolean>;
  /** The session is over. */
  settled(): Promise<void>;
};

export type SyncRuntime = {
  readonly fetch: typeof fetch;
  /** Epoch ms of this device. */
  readonly clock: () => number;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  /** A fresh token. */
  readonly newId: () => string;
  readonly locks: Locks;
  readonly owedLogout: OwedLogout;
  readonly setTimer: SetTimer;
  /** What the browser believes of its network. It is never taken at its word, but "no" is a reason to ask before sending. */
  readonly seemsOnline: () => boolean;
  /** Where the server is; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly mirror: Mirror;
  /** Whose mirror it is. */
  readonly userId: number;
  readonly log: SyncLog;
};
