// Rows of the mirror. Wire rows keep the wire's names; what the device adds is camelCase.

import type { ReportAnswer } from '#contract/reports.ts';
import type { CopyBound } from '#contract/copy-bound.ts';
import type { DocumentDetails, DocumentRow } from '#contract/documents.ts';
import type { SealingPublicKey } from '#contract/sealing.ts';
import type { SessionUser } from '#contract/session.ts';
import type { Receipt } from '#contract/writes.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { DraftRow } from './draft-row.ts';
import type { ListColumn, StoredIndex } from './index-columns.ts';

/**
 * Which parts of a document exist only on this device (src/ui/look.md: what is in pencil is
 * provisional).
 */
export type Pencil = {
  /** The document itself is not registered yet. */
  readonly document: boolean;
  readonly status: boolean;
  readonly limitDate: boolean;
  readonly responsibles: boolean;
  /** Replies waiting to be sent. */
  readonly replies: number;
  /** A command on the document was refused or conflicts: its author decides. */
  readonly needsAuthor: boolean;
  /** A pending command's guard no longer holds. */
  readonly mayBeRefused: boolean;
};

/** All in ink: no part of it exists only on this device. */
export const INK: Pencil = {
  document: false,
  status: false,
  limitDate: false,
  responsibles: false,
  replies: 0,
  needsAuthor: false,
  mayBeRefused: false,
};

/** What screens query: server row + pending commands, materialised (I8). */
export type MirrorDocument = Omit<DocumentRow, 'id' | 'number' | 'status'> & {
  /**
   * Client UUID for a document made here, `s:<id>` otherwise; it never changes (React key, lane).
   */
  readonly key: string;
  /** Null until registered. */
  readonly serverId: number | null;
  /** Null until registered (rule C6). */
  readonly number: number | null;
  /** `L-7F3A` for a document made here, null otherwise. */
  readonly localCode: string | null;
  readonly pencil: Pencil;
  /**
   * For older versions of the application, which search in it. It is empty now, so that they find a
   * document by its title alone.
   */
  readonly searchText: string;
  /**
   * The person lost sight of the document while commands waited: it stays as number and title, in
   * no list, until the commands end (src/sync/promises.md, Pull).
   */
  readonly gone?: true;
};

/**
 * About twenty documents as one record, because a record costs as much as its bytes do
 * (src/mirror/store/schema.ts). It holds the documents with server ids above those of the slice
 * before it, up to `upTo`.
 */
export type SliceRow = {
  readonly upTo: number;
  /** Server ids, ascending. */
  readonly ids: readonly number[];
  /**
   * The row of each id as JSON, without the fields that reading adds: `key`, `serverId`,
   * `localCode` and `pencil`.
   */
  readonly rows: readonly string[];
};

/**
 * The server ids of a slice and their revs, stored apart from the rows, because applying a page
 * reads the ids alone.
 */
export type SliceHead = { readonly upTo: number; readonly ids: readonly number[]; readonly revs: readonly number[] };

/** The server's row, kept apart only while commands are pending on the document. */
export type BaseRow = {
  readonly key: string;
  /** Null: made here, not yet registered. */
  readonly row: DocumentRow | null;
  /** The person no longer sees it; `row` is cut down to number and title. */
  readonly gone?: true;
};

export type DetailsRow = DocumentDetails & {
  readonly key: string;
  /** The mark of the document that these details belong to; absent where its row has none. */
  readonly mark?: string | undefined;
  /**
   * Epoch ms at which the person last opened the document here, 0 for never. Details that were not
   * opened for long are deleted.
   */
  readonly openedAtMs: number;
};

/** Bytes kept on the device: attachments of drafts and commands, and server files opened before. */
export type FileRow = {
  readonly id: string;
  /**
   * A draft, a command, or the device's copy of a server file: `draft:<id>`, `command:<id>`,
   * `cache:<server file id>`.
   */
  readonly owner: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly chunks: number;
  readonly usedAtMs: number;
};

/** Prefix of the owners of server files: only these files may be trimmed. */
export const CACHE_PREFIX = 'cache:';

/**
 * Prefix of the ids of drafts that hold commands which their author discarded a moment ago
 * (src/mirror/keep/given-up.ts).
 */
export const GIVEN_UP_PREFIX = 'desfazer:';

export function draftOwnerOf(draftId: string): string {
  return `draft:${draftId}`;
}

export function commandOwnerOf(commandId: string): string {
  return `command:${commandId}`;
}

export function cacheOwnerOf(serverFileId: number): string {
  return `${CACHE_PREFIX}${serverFileId}`;
}

/**
 * A piece of a file: at most 1 MiB, and 16 bytes more when it is sealed. Never a File or Blob
 * (src/sync/promises.md, hazard 24).
 */
export type ChunkRow = { readonly fileId: string; readonly index: number; readonly bytes: ArrayBuffer };

/**
 * A search of the list of documents that a person named. `address`: path and query of the list,
 * without its page.
 */
export type SavedSearch = { readonly id: string; readonly name: string; readonly address: string };

/**
 * Which rows of a table were touched; written in every transaction that touches it
 * (mirror/engine/changes.ts).
 */
export type Changes = {
  readonly version: number;
  /**
   * The last changes, the newest last, without gaps. A reader that needs older ones reads the whole
   * table.
   */
  readonly recent: readonly { readonly version: number; readonly keys: readonly string[] }[];
};

/**
 * The result of checking a receipt. `unsupported`: this browser, or this version, can't check it.
 * `unsigned`: it comes from a server, or a time, without signatures.
 */
export type ReceiptCheck = 'valid' | 'invalid' | 'unknown-key' | 'unsupported' | 'unsigned';

/**
 * The signed receipt of an act of this person, kept as long as its document (S98). `check`: as it
 * was found on arrival.
 */
export type ReceiptRow = {
  readonly key: string;
  /** null for an act on a row of reference data. */
  readonly documentId: number | null;
  readonly receipt: Receipt;
  readonly check: ReceiptCheck;
};

/**
 * Unsent work that is gone from this device, because the browser evicted an earlier mirror (S100).
 */
export type LostWork = {
  /** Ids of missing commands of which the server has not said whether they are registered. */
  readonly unchecked: readonly string[];
  /** How many missing commands are not registered, as the server said. */
  readonly lost: number;
  /** It is not known whether any work waited here, and the other fields are empty (S118). */
  readonly isUnlisted?: true;
  /** Epoch ms at which the commands were last seen here, or at which their absence was noticed. */
  readonly notedAtMs: number;
};

/** Which details are here, in columns, as of a version of `detailsChanges`. */
type StoredKeptDetails = {
  readonly version: number;
  readonly keys: readonly string[];
  readonly revs: Float64Array;
  readonly openedAtMs: Float64Array;
  /**
   * Ids of the people who wrote replies, by document. What earlier versions stored has no such
   * column.
   */
  readonly repliers?: ListColumn;
};

export type ListsState = {
  /**
   * Counts the writes that came from lists and answers of a server without a feed
   * (sync/plain-server/apply-listed).
   */
  readonly count: number;
  /**
   * The rows that the last complete walk did not meet, by collection: those that the next one does
   * not meet either are dropped.
   */
  readonly missed: Readonly<Record<string, readonly number[]>>;
};

/**
 * One thing that sync did: its kind, with ids of commands, numbers and words of the program.
 * Nothing that a person wrote.
 */
export type KeptEvent = {
  readonly atMs: number;
  readonly event: string;
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
};

/** The log of sync on this device, oldest first (mirror/keep/sync-log). */
export type SyncLog = {
  /** Whether a person has switched the log on, to look for a fault. */
  readonly isOn: boolean;
  readonly faults: readonly KeptEvent[];
  readonly events: readonly KeptEvent[];
};

/** A report as the server answered it; `question` is its address. */
export type KeptReport = { readonly question: string; readonly answer: ReportAnswer };

/** Single values of a person's mirror, by name. */
export type MetaValues = {
  session: SessionUser;
  cursor: Position;
  /** Present once the mirror has held documents that a bounded copy leaves out. */
  older: OlderRows;
  /** Epoch ms of the last page applied, for "Atualizado às". */
  refreshedAtMs: number;
  /** Server clock minus device clock, ms. */
  clockOffsetMs: number;
  /**
   * `needs-login`: the session has ended, "Entre de novo para enviar N itens"; `portal`: the
   * network asks for a login.
   */
  connection: { readonly auth: 'ok' | 'needs-login'; readonly network: 'ok' | 'offline' | 'unstable' | 'portal' };
  /** Epoch ms until which the server asked that nothing be sent (429). */
  pausedUntilMs: number;
  /**
   * Present once the server was met without a feed of changes; its lists are walked instead (S106).
   */
  lists: ListsState;
  /** Minimum protocol the server asks of a client. */
  minimumClient: number;
  /** Server ids of the documents that the person asked to keep on this device. */
  pinnedDocuments: readonly number[];
  /**
   * The state of this device when all wanted files had last been fetched ahead
   * (mirror/keep/files-kept).
   */
  filesKept: string;
  savedSearches: readonly SavedSearch[];
  /** The last answers of the server about reports, the newest first. */
  reports: readonly KeptReport[];
  /** UUID of this person on this browser; goes with every command. */
  deviceId: string;
  /**
   * The public key that seals this person's work when it stays after they have left (S94); it opens
   * nothing.
   */
  sealingKey: SealingPublicKey;
  syncLog: SyncLog;
  /** Work that is gone from this device; kept until its author has read of it (S100). */
  lostWork: LostWork;
  /** What other applications shared, oldest first, until the person keeps or drops it (S70). */
  heldShares: readonly { readonly draft: DraftRow; readonly names: readonly string[] }[];
  documentChanges: Changes;
  documentChangesEarlier: Changes;
  documentIndex: StoredIndex;
  keptDetails: StoredKeptDetails;
  detailsChanges: Changes;
  detailsChangesEarlier: Changes;
  /**
   * Increases with every change of reference data, so that the names kept for folds are read again.
   */
  referenceVersion: number;
};
export type MetaName = keyof MetaValues;
export type MetaRow = { [Name in MetaName]: { readonly name: Name; readonly value: MetaValues[Name] } }[MetaName];

/**
 * Marks the rows that the walk in progress has met, so that the others can be dropped at its end
 * (src/sync/promises.md, Pull).
 */
export type WalkRow = { readonly collection: string; readonly id: number };

/** A row that was deleted, with the rev of its deletion: a late page must not bring it back. */
export type TombstoneRow = { readonly collection: string; readonly id: number; readonly rev: number };

const PREFIX = 's:';
const REPLACED = 'x:';

/** Key of a row that came from the server. */
export function keyOfServerId(id: number): string {
  return PREFIX + id;
}

/** The id in the key of a row that came from the server; null for the key of a row made here. */
export function serverIdOfKey(key: string): number | null {
  return key.startsWith(PREFIX) ? Number(key.slice(PREFIX.length)) : null;
}

/** Key of a document whose id the server has given to another one (I11). */
export function keyOfReplaced(mark: string): string {
  return REPLACED + mark;
}

/** Whether the row was made on this device: its key is then the command's UUID. */
export function isLocalKey(key: string): boolean {
  return !key.startsWith(PREFIX) && !key.startsWith(REPLACED);
}

/**
 * Whether the row is another document than the one that somebody saw (I11). `seen`: the mark of
 * that one. A document made here has the id of its command as its mark until the server has given
 * it a row.
 */
export function isAnother(seen: string, { mark, command_id }: Pick<DocumentRow, 'mark' | 'command_id'>): boolean {
  return mark !== undefined && seen !== mark && seen !== command_id;
}

// How far the copy of this mirror reaches, and which documents it has beyond that.

/**
 * Position in the server's changes; written in the transaction of the page that it follows
 * (src/sync/promises.md, hazard 20). `scopeEpoch` has a word before it while the first walk fills
 * the mirror (mirror/apply/walk).
 */
export type Position = {
  readonly value: string;
  readonly scopeEpoch: string;
  readonly snapshotDone: boolean;
  /**
   * How many collections the version of the application knows that moved it
   * (src/mirror/store/position.ts).
   */
  readonly collections?: number | undefined;
  /** How far a bounded copy reaches; absent for a whole one. */
  readonly bounded?: CopyBound | undefined;
};

/** Documents of this device that a bounded copy leaves out (S110), by server id. */
export type OlderRows = {
  /** When the person had the server searched for each of them ("Buscar no servidor"), epoch ms. */
  readonly fetched: ReadonlyMap<number, number>;
  /**
   * A walk of a bounded copy did not contain these documents, so the server is asked by their ids
   * whether the person still sees them.
   */
  readonly unverified: ReadonlySet<number>;
  /** The first day of the copy for which older documents were last trimmed. */
  readonly trimmedTo: CalendarDay | null;
};
