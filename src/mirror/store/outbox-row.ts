// One gesture = one command = one row (promises.md, Outbox command). Only src/commands adds rows; only the drain changes their
// state; only a receipt or their author's gesture takes them away (I1). Rows are versioned and upcast when read.

import type { SeenDocument, CreateDocumentInput, Receipt } from '#contract/writes.ts';

export const COMMAND_VERSION = 1;

export type CommandType = 'create-document' | 'respond' | 'complete-document' | 'reopen-document' | 'record-view';

/** What each command says, in the wire's words; files are beside it, by id. */
export type CommandPayloads = {
  'create-document': Omit<CreateDocumentInput, 'files_sha256'>;
  respond: {
    readonly content: string;
    readonly limit_date: string | null;
    /** null: no transfer. */
    readonly responsible_ids: readonly number[] | null;
    readonly organization_ids: readonly number[];
  };
  'complete-document': { readonly limit_date: string | null };
  'reopen-document': { readonly limit_date: string | null };
  'record-view': { readonly offline: boolean };
};

/**
 * queued → sending → done | backoff | unknown | held | conflict | refused. `unknown`: the answer was lost, the same key is
 * sent again. `held`: it waits for a reason to end (other user, app too old, server lacks the route).
 */
export const COMMAND_STATES = [
  'queued',
  'sending',
  'backoff',
  'unknown',
  'held',
  'conflict',
  'refused',
  'done',
] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** Classes of the outcome table (promises.md, Drain). */
export const ERROR_CLASSES = [
  'transient',
  'unknown',
  'intercepted',
  'interrupted',
  'blocked',
  'malformed',
  'throttle',
  'storage',
  'auth',
  'csrf',
  'identity',
  'permission',
  'gone',
  'in_progress',
  'conflict',
  'invalid',
  'too_large',
  'poison',
  'unsupported',
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

export type CommandError = {
  readonly class: ErrorClass;
  /** With class `poison`: what it fails of. */
  readonly cause?: ErrorClass;
  /** HTTP status, null without an answer. */
  readonly status: number | null;
  readonly type: string | null;
  /** The server's sentence, in Portuguese. */
  readonly message: string;
  /** Messages by field (422). */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The conflict's guard, when class is conflict. */
  readonly code: string | null;
};

const OWN_CLASSES: ReadonlySet<ErrorClass> = new Set(['interrupted', 'blocked', 'malformed', 'poison']);

/** Whether a trouble is the command's own: the server answers others meanwhile, so no contact with it ends the trouble. */
export function isOwnTrouble(error: CommandError | null): boolean {
  return error !== null && OWN_CLASSES.has(error.class);
}

export type CommandFile = {
  /** Row of the `files` table. */
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
};

/** Fenced lease of one sender: an answer recorded under another token is dropped, because locks lie (trap 29). */
export type Lease = { readonly token: string; readonly untilMs: number };

type CommandBase<Type extends CommandType> = {
  /** UUID = Idempotency-Key. */
  readonly id: string;
  /**
   * Local order of making, never by a clock: assigned by the store (auto-increment), or a number between two of those for
   * what takes the place of another (S35).
   */
  readonly seq: number;
  readonly actorId: number;
  readonly tenantId: number;
  readonly deviceId: string;
  /** `login_id` of the session it was made under; null when that said none (S34). */
  readonly loginId: string | null;
  readonly version: number;
  readonly type: Type;
  /** The lane: key of the document it acts on or makes. */
  readonly documentKey: string;
  /** What its author saw (folded); null for what needs no guard. */
  readonly basedOn: SeenDocument | null;
  readonly payload: CommandPayloads[Type];
  readonly files: readonly CommandFile[];
  /** Epoch ms by the device, corrected by the last known offset to the server. */
  readonly performedAtMs: number;
  readonly state: CommandState;
  readonly attempts: number;
  /** Consecutive failures that were not just a missing network (promises.md, Drain: poison). */
  readonly failures: number;
  /** Epoch ms of the first of them: poison needs other commands to have passed since. */
  readonly failingSinceMs?: number;
  /** Epoch ms when it is due (undo time, backoff); every command that is not done has this or a visible reason (I7). */
  readonly dueAtMs: number;
  /** `dueAtMs` is the server's own wish (Retry-After): no successful contact makes it due sooner. */
  readonly mustWait?: boolean;
  /** An answer to it was lost and none has come since that settles it: the server may have it, whatever its state is now. */
  readonly answerLost?: boolean;
  readonly lease: Lease | null;
  readonly lastError: CommandError | null;
  readonly receipt: Receipt | null;
  /** Epoch ms when done; kept 24 h after. */
  readonly doneAtMs: number | null;
  /** Set by the fold when its guard no longer holds on the base row: "pode não ser aceito". */
  readonly mayBeRefused: boolean;
};

export type OutboxCommand = { [Type in CommandType]: CommandBase<Type> }[CommandType];
export type CommandOf<Type extends CommandType> = CommandBase<Type>;

/** Pending = still part of the fold: everything but done, refused and conflict. */
export function isPending(command: Pick<OutboxCommand, 'state'>): boolean {
  return command.state !== 'done' && command.state !== 'refused' && command.state !== 'conflict';
}

/**
 * Whether the server may have it: until it was asked, nothing under a new key may come of it, or its effect could double
 * (I2).
 */
export function isInDoubt(command: Pick<OutboxCommand, 'state' | 'answerLost'>): boolean {
  if (command.state === 'done') return false;
  return command.answerLost === true || command.state === 'unknown' || command.state === 'sending';
}

/** What the server says of a command in doubt; `sending`: it is on its way again; `unreachable`: nobody can say now. */
export type DoubtAnswer = 'registered' | 'absent' | 'sending' | 'unreachable';

/** Waits for its author's decision. */
export function needsAuthor(command: Pick<OutboxCommand, 'state'>): boolean {
  return command.state === 'refused' || command.state === 'conflict';
}

/** Whether a person is told its number: every act, and a reading, which goes along unseen, only when it needs its author. */
export function isCounted(command: Pick<OutboxCommand, 'type' | 'state'>): boolean {
  return command.type !== 'record-view' || needsAuthor(command);
}
