// What pulling and sending run on: the parts that a page, a worker or a simulated device puts
// together.

import type { SessionUser } from '#contract/session.ts';
import type { ChangesPage, DetailsAnswer } from '#contract/sync.ts';
import type { PageApplied } from '#mirror/apply/apply-page.ts';
import type { PageToApply } from '#mirror/apply/advance-cursor.ts';
import type { WantedDetails } from '#mirror/questions/wanted-details.ts';
import type { DoubtAnswer, OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { ConnectionWatch } from './connection.ts';
import type { Outcome, outcomeOf } from './outcome.ts';
import type { SeenAnswer } from './plain-server/apply-listed-answer.ts';
import type { Reachability } from './reading.ts';
import type { requestOf } from './request-of.ts';
import type { SyncClient, SyncRuntime } from './runtime.ts';
import type { SessionSignals } from './session-gate.ts';

/**
 * What a device does differently for each kind of server: one with a feed of changes, which knows
 * commands by their keys, or one with the product's own calls alone (plain-server/, S106).
 */
export type ServerWays = {
  /** Whether the server can be reached. */
  probe(client: SyncClient): Promise<Reachability>;
  /**
   * Fetches what is new. The caller holds the lock of pulls. `absent`: the server is not of this
   * kind.
   */
  pull(parts: PullParts): Promise<PullResult | 'absent'>;
  /**
   * Fetches details of documents by the server's ids, because their person opens them now. Details
   * that the server does not give stay missing.
   */
  fetchDetails(at: { client: SyncClient; mirror: Mirror; userId: number }, ids: readonly number[]): Promise<void>;
  /** Sends a claimed command and returns its outcome. */
  send(parts: DrainParts, sending: Sending): Promise<Outcome>;
  /** Asks whether the server has a command whose answer was lost. */
  withdraw(parts: WithdrawParts, command: OutboxCommand): Promise<DoubtAnswer>;
};

export type PlainWays = ServerWays & {
  /**
   * Applies the effect of a command that was seen on the server, and marks the command as done.
   * False: the effect belongs to another command.
   */
  applySeen(
    mirror: Mirror,
    seen: { readonly command: OutboxCommand; readonly answer: SeenAnswer; readonly nowMs: number },
  ): Promise<boolean>;
};

/**
 * Loads the adapter for a server with the product's own calls alone. Most devices never need it.
 */
export type PlainServer = () => Promise<PlainWays>;

/** `signal` cuts the sending off; the outcome is then `unknown` and the key stays. */
export type Sending = { readonly command: OutboxCommand; readonly signal: AbortSignal };

export type WithdrawParts = Pick<DrainParts, 'runtime' | 'client' | 'connection' | 'outbox' | 'plain'>;

export type PullParts = {
  readonly runtime: SyncRuntime;
  readonly client: SyncClient;
  readonly connection: ConnectionWatch;
  readonly store: PullStore;
  readonly plain: PlainServer;
  /**
   * A person asked for everything now, so the next walk of a server's lists begins without its
   * pause (S106).
   */
  readonly isAsked?: boolean;
  /**
   * Called with the pause that the server asks for, in ms, before a refused pull ends with `later`.
   */
  readonly onPause?: (waitMs: number) => void;
};

/** What a pull asks of the mirror; mirror-store.ts is the real one. */
export type PullStore = {
  /**
   * Reads a page of changes; null when the answer is not ours. It waits for `rest` between pieces
   * of a long page.
   */
  readPage(json: unknown, rest: () => Promise<void>): Promise<ChangesPage | null>;
  /** The session as GET /api/user tells it; null when the answer is not ours. */
  readSession(json: unknown): Promise<SessionUser | null>;
  /**
   * Stores the session with the keys of receipts that it names; does nothing after its person has
   * left.
   */
  keepSession(session: SessionUser): Promise<void>;
  /** Stores one page and its cursor, in one transaction. */
  applyPage(page: PageToApply): Promise<PageApplied>;
  /**
   * How many rows to ask for next, after a page of `rows` took `tookMs` to be written
   * (page-size.ts).
   */
  nextPageSize(rows: number, tookMs: number): Promise<number>;
  /**
   * Stores details; an entry with a row stores the row first. `asked`: the server ids that a pull
   * asked for. Documents of those ids that are missing in the answer are out of the person's sight.
   */
  applyDetails(details: DetailsAnswer['documents'], at: { asked: readonly number[]; nowMs: number }): Promise<void>;
  /** Which details to fetch (wanted-details.ts). */
  staleDetails(ask: { limit: number; nowMs: number; skip: ReadonlySet<number> }): Promise<WantedDetails>;
  /** Fetches the details that `staleDetails` names (pull-details.ts). */
  pullDetails(parts: PullParts): Promise<PullResult | 'absent'>;
  /**
   * Stores the index of documents and the list of kept details, so that the next start is faster.
   */
  keepIndex(): Promise<void>;
  /** Makes everything in backoff due now: the server has answered. */
  contacted(nowMs: number): Promise<void>;
};

/**
 * `pulled`: nothing is missing. `busy`: another tab pulls. `login`: the session has ended. `later`:
 * no answer of our server.
 */
export type PullResult = 'pulled' | 'busy' | 'login' | 'later';

/** What a drain runs on. Simulations replace a part to inject a fault. */
export type DrainParts = {
  readonly runtime: SyncRuntime;
  readonly client: SyncClient;
  readonly connection: ConnectionWatch;
  readonly outbox: Outbox;
  readonly signals: SessionSignals;
  readonly plain: PlainServer;
  readonly requestOf: typeof requestOf;
  readonly outcomeOf: typeof outcomeOf;
};

/**
 * An outcome to be written under the lease `token`. `random` (0 ≤ n < 1) is for the jitter of a
 * wait.
 */
export type Recording = {
  readonly token: string;
  readonly outcome: Outcome;
  readonly nowMs: number;
  readonly random: number;
};

/** A lease asked for at `nowMs`; after `untilMs` another context may take the command over. */
export type Claim = { readonly token: string; readonly nowMs: number; readonly untilMs: number };

/**
 * What a drain asks of the mirror's outbox. mirror-outbox.ts is the real one; simulations wrap it
 * to inject a fault.
 */
export type Outbox = {
  /**
   * The commands that may be sent now, oldest first: at most one per document, the first that is
   * not done.
   */
  due(nowMs: number): Promise<readonly OutboxCommand[]>;
  /** When the next command will be due; null when none waits for a time. */
  nextDueMs(nowMs: number): Promise<number | null>;
  /** Takes a command for sending, in one durable transaction; null when it is no longer free. */
  claim(id: string, claim: Claim): Promise<OutboxCommand | null>;
  /** Prolongs a lease; false when it has been lost. */
  renew(id: string, claim: Claim): Promise<boolean>;
  /**
   * Writes the outcome, in one durable transaction; false when the lease has been lost and nothing
   * was written.
   */
  record(command: OutboxCommand, recording: Recording): Promise<boolean>;
  /**
   * The server has answered: everything in backoff is due now, except commands that the server
   * fails at (poison).
   */
  contacted(nowMs: number): Promise<void>;
  serverIdOf(documentKey: string): Promise<number | null>;
  /** Whether another document has the id of this one on the server by now (I11). */
  isReplaced(documentKey: string): Promise<boolean>;
  /**
   * Notes how many bytes of its files the server holds, for its author to see. False when the lease
   * has been lost.
   * @param command As it was claimed.
   */
  progressed(command: OutboxCommand, sentBytes: number): Promise<boolean>;
  /** Fresh bytes of a kept file; null when they are gone. */
  readBlob(fileId: string): Promise<Blob | null>;
};
