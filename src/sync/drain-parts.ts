import type { ConnectionWatch } from './connection.ts';
import type { Outcome, outcomeOf } from './outcome.ts';
import type { requestOf } from './request-of.ts';
import type { SyncRuntime } from './runtime.ts';
import type { SessionSignals } from './session-gate.ts';
import type { SyncClient } from './sync-client.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';

/** What a drain runs on. Simulations exchange a part to plant a fault. */
export type DrainParts = {
  readonly runtime: SyncRuntime;
  readonly client: SyncClient;
  readonly connection: ConnectionWatch;
  readonly outbox: Outbox;
  readonly signals: SessionSignals;
  readonly requestOf: typeof requestOf;
  readonly outcomeOf: typeof outcomeOf;
};

/** An outcome to be written under the lease `token`. `random` (0 ≤ n < 1) is for the jitter of a wait. */
export type Recording = {
  readonly token: string;
  readonly outcome: Outcome;
  readonly nowMs: number;
  readonly random: number;
};

/** A lease asked for at `nowMs`; after `untilMs` another context may take the command over. */
export type Claim = { readonly token: string; readonly nowMs: number; readonly untilMs: number };

/** What a drain asks of the mirror's outbox. mirror-outbox.ts is the real one; simulations wrap it to plant a fault. */
export type Outbox = {
  /** The commands that may be sent now, oldest first: at most one per document, the first that is not done. */
  due(nowMs: number): Promise<readonly OutboxCommand[]>;
  /** When the next one will be due; null when none waits for time. */
  nextDueMs(nowMs: number): Promise<number | null>;
  /** Takes a command for sending, in one durable transaction; null when it is no longer free. */
  claim(id: string, claim: Claim): Promise<OutboxCommand | null>;
  /** Prolongs a lease; false when it has been lost. */
  renew(id: string, claim: Claim): Promise<boolean>;
  /** Writes the outcome, in one durable transaction; false when the lease has been lost and nothing was written. */
  record(command: OutboxCommand, recording: Recording): Promise<boolean>;
  /** The server has answered: everything in backoff is due now, except commands that the server fails at (poison). */
  contacted(nowMs: number): Promise<void>;
  serverIdOf(documentKey: string): Promise<number | null>;
  /** Whether the server has given the id of the document to another one: it is there no more (I11). */
  isReplaced(documentKey: string): Promise<boolean>;
  /**
   * Notes how many bytes of its files the server holds, for its author to see. False when the lease has been lost.
   * @param command As it was claimed.
   */
  progressed(command: OutboxCommand, sentBytes: number): Promise<boolean>;
  /** Keeps the ids of rows that are like the one that a creation will make. */
  noteAlike(command: OutboxCommand, ids: readonly number[]): Promise<void>;
  /** Fresh bytes of a kept file; null when they are gone. */
  readBlob(fileId: string): Promise<Blob | null>;
};
