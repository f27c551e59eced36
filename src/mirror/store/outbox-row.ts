// One gesture = one command = one row (src/sync/promises.md, Outbox command). Only src/commands
// adds rows; only the drain changes their state; only a receipt or a gesture of their author
// removes them (I1). Rows are versioned, and upcast when they are read.

import type { CreatableCollection, RowCollection, RowEdit, RowFields } from '#contract/row-writes.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import type { CreateDocumentInput, Receipt, SeenDocument } from '#contract/writes.ts';
import { hasText } from '#domain/plain-text.ts';
import type { NoteCode } from '#domain/refusals.ts';
import { type DraftRow, type JoinedPages, joinedPicturesOf } from './draft-row.ts';

export const COMMAND_VERSION = 1;

export type CommandType = keyof CommandPayloads;

/**
 * The rows that a command acts on, and their names as its author saw them, to describe the command
 * with.
 */
type RowTargets = {
  /**
   * `s:<id>`, or the `row_key` of a row whose creation waits before it; becomes `s:<id>` when that
   * is registered.
   */
  readonly row_keys: readonly string[];
  readonly row_names: readonly string[];
};

/**
 * The contents of each command, with the names of the wire; its files are stored beside it, by id.
 */
export type CommandPayloads = {
  'create-document': Omit<CreateDocumentInput, 'files_sha256'>;
  respond: {
    readonly content: string;
    readonly limit_date: string | null;
    /** Null: no transfer. */
    readonly responsible_ids: readonly number[] | null;
    readonly organization_ids: readonly number[];
  };
  'complete-document': { readonly limit_date: string | null };
  'reopen-document': { readonly limit_date: string | null };
  /** "Redistribuir" (rule A14): a transfer by permission, for a written reason. */
  'reassign-document': {
    readonly responsible_ids: readonly number[];
    readonly organization_ids: readonly number[];
    readonly reason: string;
  };
  'record-view': { readonly offline: boolean };
  'create-row': {
    readonly [Collection in CreatableCollection]: {
      readonly collection: Collection;
      /** UUID: what the row is called on this device until the server has given it an id. */
      readonly row_key: string;
      readonly fields: RowFields<Collection>;
    };
  }[CreatableCollection];
  /** Only the fields that its author changed (rule E6). */
  'update-row': {
    readonly [Collection in RowCollection]: RowTargets & {
      readonly collection: Collection;
      readonly fields: RowEdit<Collection>;
    };
  }[RowCollection];
  'switch-rows': RowTargets & { readonly collection: RowCollection; readonly status: ActiveStatus };
  'delete-rows': RowTargets & { readonly collection: RowCollection };
};

/**
 * queued → sending → done | backoff | unknown | held | conflict | refused. `unknown`: the answer
 * was lost, and the same key is sent again. `held`: it waits for a reason to end (another user, an
 * application too old, a server without the route).
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

/** Classes of the outcome table (src/sync/promises.md, Drain). */
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
  'sealed',
  'unverified',
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

export type CommandError = {
  readonly class: ErrorClass;
  /** With class `poison`: the class of the failure that repeats. */
  readonly cause?: ErrorClass;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  readonly type: string | null;
  /** The server's sentence, in Portuguese. */
  readonly message: string;
  /** Messages by field (422). */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The number of the attempt after which the server did not show the command (S106). */
  readonly absentAt?: number;
  /** With class `conflict`: the guard that no longer holds. */
  readonly code: string | null;
};

const OWN_CLASSES: ReadonlySet<ErrorClass> = new Set(['interrupted', 'blocked', 'malformed', 'poison']);

/**
 * Whether the trouble is the command's own: the server answers other requests meanwhile, so a
 * contact with the server does not end it.
 */
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

/**
 * Fenced lease of one sender. An answer recorded under another token is dropped, because locks are
 * not reliable (src/sync/promises.md, hazard 29).
 */
type Lease = { readonly token: string; readonly untilMs: number };

type CommandBase<Type extends CommandType> = {
  /** UUID = Idempotency-Key. */
  readonly id: string;
  /**
   * The order in which commands were made here, never by a clock: assigned by the store
   * (auto-increment), or a number between two of those for a command that takes the place of
   * another (S35).
   */
  readonly seq: number;
  readonly actorId: number;
  readonly tenantId: number;
  readonly deviceId: string;
  /**
   * `login_id` of the session under which the command was made; null when the session named none
   * (S34).
   */
  readonly loginId: string | null;
  readonly version: number;
  readonly type: Type;
  /**
   * The lane: the key of the document that the command acts on or makes, or the collection of its
   * rows (`rowsLaneOf`).
   */
  readonly documentKey: string;
  /** The document as its author saw it (folded); null for a command without a guard. */
  readonly basedOn: SeenDocument | null;
  readonly payload: CommandPayloads[Type];
  readonly files: readonly CommandFile[];
  /**
   * Photographs of which the command's files were made. They are never sent, and stay until the
   * command is registered (S187).
   */
  readonly joined?: readonly JoinedPages[];
  /** Epoch ms by the device, corrected by the last known offset to the server. */
  readonly performedAtMs: number;
  readonly state: CommandState;
  readonly attempts: number;
  /**
   * Consecutive failures that were not just a missing network (src/sync/promises.md, Drain:
   * poison).
   */
  readonly failures: number;
  /**
   * Epoch ms of the first of the consecutive failures. The command is poison only if other commands
   * have passed since.
   */
  readonly failingSinceMs?: number;
  /**
   * Epoch ms when the command is due (undo time, backoff). Every command that is not done has this
   * or a visible reason (I7).
   */
  readonly dueAtMs: number;
  /**
   * Epoch ms when its undo time began, which ends at `dueAtMs`. Until then its author can take the
   * queued command back as if it had never been made. When the clock is earlier than this, it was
   * set back, and the undo time is over (S221).
   */
  readonly undoFromMs?: number;
  /**
   * The server asked for this wait (Retry-After): no successful contact makes the command due
   * sooner.
   */
  readonly mustWait?: boolean;
  /**
   * An answer to the command was lost, and no later answer has settled it: the server may have the
   * command, whatever its state is now.
   */
  readonly answerLost?: boolean;
  /** An attempt went to a server that does not know commands by their key (S106). */
  readonly unkeyed?: true;
  /**
   * Ids of rows on a server without keys that were like the one that the command makes, before it
   * was first sent (S106).
   */
  readonly alike?: readonly number[];
  /** Its effect was found on a server without keys, where its own answer was lost (S106). */
  readonly found?: true;
  /**
   * Bytes of the command's files that the server holds already, sent ahead of it; absent when they
   * travel with it (S101).
   */
  readonly sentBytes?: number;
  readonly lease: Lease | null;
  readonly lastError: CommandError | null;
  readonly receipt: Receipt | null;
  /** Epoch ms when the command was done; it is kept for 24 h after that. */
  readonly doneAtMs: number | null;
  /**
   * Set by the fold when the command's guard no longer holds on the base row: "pode não ser
   * aceito".
   */
  readonly mayBeRefused: boolean;
};

export type OutboxCommand = { [Type in CommandType]: CommandBase<Type> }[CommandType];
export type CommandOf<Type extends CommandType> = CommandBase<Type>;

/** Ids of all files of the command: its attachments, and the photographs that they were made of. */
export function ownedFilesOf(command: Pick<OutboxCommand, 'files' | 'joined'>): string[] {
  return [...command.files.map((file) => file.id), ...joinedPicturesOf(command)];
}

/** The part of a draft made of the command that names its files. */
export function draftFilesOf({ files, joined }: OutboxCommand): Pick<DraftRow, 'fileIds' | 'joined'> {
  return { fileIds: files.map((file) => file.id), ...(joined === undefined ? {} : { joined }) };
}

/** Pending: still part of the fold, which is every state but done, refused and conflict. */
export function isPending(command: Pick<OutboxCommand, 'state'>): boolean {
  return command.state !== 'done' && command.state !== 'refused' && command.state !== 'conflict';
}

/**
 * Whether the server may have the command. Until the server was asked, no command under a new key
 * may be made of it, or its effect could happen twice (I2).
 */
export function isInDoubt(command: Pick<OutboxCommand, 'state' | 'answerLost'>): boolean {
  if (command.state === 'done') return false;
  return command.answerLost === true || command.state === 'unknown' || command.state === 'sending';
}

/**
 * What the server says of a command in doubt. `sending`: it is being sent again. `unreachable`: the
 * server can't be asked now.
 */
export type DoubtAnswer = 'registered' | 'absent' | 'sending' | 'unreachable';

/**
 * The command as people are shown it at `nowMs` (epoch ms). When the lease of its sender has ended,
 * the sender was killed: the command is shown as `unknown`, and it waits to be sent again.
 */
export function shownCommand(command: OutboxCommand, nowMs: number): OutboxCommand {
  const isLeft = command.state === 'sending' && command.lease !== null && command.lease.untilMs <= nowMs;
  return isLeft ? { ...command, state: 'unknown' } : command;
}

/** Whether the undo time of the command runs at `nowMs` (epoch ms), so that it is not sent yet. */
export function isUndoable(command: OutboxCommand, nowMs: number): boolean {
  const { state, undoFromMs, dueAtMs } = command;
  return state === 'queued' && undoFromMs !== undefined && undoFromMs <= nowMs && nowMs < dueAtMs;
}

/** Backoff, Retry-After and poison wait an hour at most, ms. */
export const LONGEST_PAUSE_MS = 3_600_000;

/** Whether the command waits for its author's decision. */
export function needsAuthor(command: Pick<OutboxCommand, 'state'>): boolean {
  return command.state === 'refused' || command.state === 'conflict';
}

/**
 * Whether the command goes on only after its author has done something: it is refused or in
 * conflict, or a server without keys shows too little of it (S106).
 */
export function awaitsAuthor(command: Pick<OutboxCommand, 'state' | 'lastError'>): boolean {
  return needsAuthor(command) || (command.state === 'held' && command.lastError?.class === 'unverified');
}

/**
 * Whether the command is part of the counts that a person sees: every act, and a view only when it
 * needs its author.
 */
export function isCounted(command: Pick<OutboxCommand, 'type' | 'state'>): boolean {
  return command.type !== 'record-view' || needsAuthor(command);
}

/**
 * Whether the command is unsent work of its author. All counts of unsent work follow this: the
 * indicator, Pendências, leaving, the login, Ajuda.
 */
export function isUnsent(command: Pick<OutboxCommand, 'type' | 'state'>): boolean {
  return command.state !== 'done' && isCounted(command);
}

/**
 * Commands on rows of reference data. All commands on one collection share a lane, and each names
 * its rows: one waits for another only when they have a row in common
 * (mirror/outbox/outbox-lanes.ts).
 */
export type RowCommand =
  | CommandOf<'create-row'>
  | CommandOf<'update-row'>
  | CommandOf<'switch-rows'>
  | CommandOf<'delete-rows'>;

const ROW_TYPES: ReadonlySet<OutboxCommand['type']> = new Set<RowCommand['type']>([
  'create-row',
  'update-row',
  'switch-rows',
  'delete-rows',
]);

const PREFIX = 'rows:';

/**
 * The lane of a collection; it is stored in the field that holds the document's key for commands on
 * documents.
 */
export function rowsLaneOf(collection: RowCollection): string {
  return `${PREFIX}${collection}`;
}

/** The collection of a lane of rows; null for the lane of a document. */
export function collectionOfLane(lane: string): RowCollection | null {
  return lane.startsWith(PREFIX) ? (lane.slice(PREFIX.length) as RowCollection) : null;
}

export function isRowCommand(command: OutboxCommand): command is RowCommand {
  return ROW_TYPES.has(command.type);
}

/** Whether the command makes the document or row that later commands act on. */
export function isCreation(command: OutboxCommand): boolean {
  return command.type === 'create-document' || command.type === 'create-row';
}

/** The keys of the rows that the command makes or acts on. */
export function rowKeysOf(command: RowCommand): readonly string[] {
  return command.type === 'create-row' ? [command.payload.row_key] : command.payload.row_keys;
}

/** A command on rows that exist, or whose creation waits before it. */
export type CommandOnRows = Exclude<RowCommand, CommandOf<'create-row'>>;

/**
 * The contents of the command with other rows. `keyOf`: the new key of a row, or null to leave the
 * row out.
 */
export function withRowKeys(command: CommandOnRows, keyOf: (key: string) => string | null): CommandOnRows['payload'] {
  const { payload } = command;
  const kept = payload.row_keys.flatMap((key, place) => {
    const now = keyOf(key);
    return now === null ? [] : [{ key: now, name: payload.row_names[place] ?? '' }];
  });
  return { ...payload, row_keys: kept.map((row) => row.key), row_names: kept.map((row) => row.name) };
}

/** A command whose author filled in a form. */
export type FormCommand = CommandOf<'create-row'> | CommandOf<'update-row'>;

export function isFormCommand(command: OutboxCommand): command is FormCommand {
  return command.type === 'create-row' || command.type === 'update-row';
}

// How much of a done command the server's history holds (I9). Its receipt says `applied`, or has
// a note on the part that had no effect.

/**
 * The note that a command ended with; null while it is not done, and when all of it is in the
 * history.
 */
export function noteOf(command: OutboxCommand): NoteCode | null {
  const result = command.state === 'done' ? command.receipt?.result : undefined;
  return result === undefined || result === 'applied' ? null : result;
}

/**
 * How much of a done command is in the server's history. A reply whose date lost to a later one is
 * there in part, with its text, files or transfer.
 */
export function registeredOf(command: OutboxCommand): 'whole' | 'part' | 'none' {
  if (noteOf(command) === null) return 'whole';
  if (command.type !== 'respond') return 'none';
  const { content, responsible_ids: people } = command.payload;
  return hasText(content) || command.files.length > 0 || people !== null ? 'part' : 'none';
}
