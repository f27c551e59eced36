import type { DocumentViewer } from '#contract/documents.ts';
import type { OrganizationRef, PersonRef } from '#contract/scalars.ts';
import type { LogAction } from '#domain/document-types.ts';
import { type FoldContext, foldContextOf } from '../fold/fold-context.ts';
import { isPending, needsAuthor, type OutboxCommand } from '../store/outbox-row.ts';
import { cacheOwnerOf, type DetailsRow, isAnother, type MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import type { ListedDocument } from './listed-document.ts';

/** Everything that the page of a document is made from. */
export type ViewSource = {
  readonly document: MirrorDocument;
  readonly details: DetailsRow | null;
  /** Commands whose effect the details do not show (yet), in their order. */
  readonly commands: readonly OutboxCommand[];
  readonly context: FoldContext;
  /** Ids of the mirror's files by server file id, for files that are on this device. */
  readonly localIdOf: ReadonlyMap<number, string>;
  /** Ids of those files of commands whose bytes are on this device. */
  readonly kept: ReadonlySet<string>;
};

/**
 * Reads the source of a page; undefined when the document is not on this device. `address`: the
 * key, or the server's id.
 */
export async function viewSourceOf(mirror: Mirror, address: string): Promise<ViewSource | undefined> {
  const document = await findDocument(mirror, address);
  if (document === undefined || document.gone === true) return undefined;
  const [kept = null, all, context] = await Promise.all([
    mirror.details.get(document.key),
    mirror.commands.where('documentKey').equals(document.key).sortBy('seq'),
    foldContextOf(mirror),
  ]);
  // Details of another document that had the id before are not shown (I11).
  const isOther = kept?.mark !== undefined && isAnother(kept.mark, document);
  const details = isOther ? null : kept;
  const shown = commandsIn(details);
  const commands = all.filter((command) => !shown.has(command.id) && isMissing(command, details));
  const refs = details === null ? [] : [...details.files, ...details.interactions.flatMap(({ files }) => files)];
  const [cached, own] = await Promise.all([
    mirror.files
      .where('owner')
      .anyOf(refs.map((ref) => cacheOwnerOf(ref.id)))
      .toArray(),
    mirror.files
      .where('id')
      .anyOf(commands.flatMap((command) => command.files.map((file) => file.id)))
      .primaryKeys(),
  ]);
  return {
    document,
    details,
    commands,
    context,
    localIdOf: new Map(cached.map((file) => [Number(file.owner.slice(file.owner.indexOf(':') + 1)), file.id])),
    kept: new Set(own),
  };
}

/**
 * Finds a document by its key, or by the server's id once it has one: addresses accept both
 * (src/sync/promises.md, Mirror). No key is a number, so an address is never ambiguous.
 */
function findDocument(mirror: Mirror, address: string): PromiseLike<MirrorDocument | undefined> {
  return /^\d{1,15}$/.test(address) ? mirror.documents.withServerId(Number(address)) : mirror.documents.get(address);
}

function commandsIn(details: DetailsRow | null): Set<string> {
  const named = details === null ? [] : [...details.interactions, ...details.logs];
  return new Set(named.flatMap((one) => (one.command_id === null ? [] : [one.command_id])));
}

/**
 * Whether the thread must show a command because the details do not: it is not done, or it was
 * registered after these details were made.
 */
export function isMissing(command: OutboxCommand, details: Pick<DetailsRow, 'rev'> | null): boolean {
  if (isPending(command) || needsAuthor(command)) return true;
  return command.receipt !== null && (details === null || details.rev < command.receipt.rev);
}

/** The command while it is not registered, for what is drawn in pencil; null once it is done. */
export function pencilOf(command: OutboxCommand): OutboxCommand | null {
  return command.state === 'done' ? null : command;
}

/** A file of a message in the thread. */
export type ViewFile = {
  readonly key: string;
  /** Null until registered. */
  readonly serverFileId: number | null;
  /** Id of the row in the mirror's files; null when the bytes are not on this device. */
  readonly localFileId: string | null;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly onDevice: boolean;
  /** Whether the file is not registered yet: it is sent with its message. */
  readonly pencil: boolean;
};

/** When something was done, and when it arrived if that was later (rule A4). */
type Moment = {
  /** ISO instant of the doing. */
  readonly at: string;
  readonly receivedAt: string | null;
  /** The device's clock can't be right (rule A4); shown as "hora do aparelho incorreta". */
  readonly clockSuspect: boolean;
};

type Entry = Moment & {
  /** Equal in pencil and in ink, so that the entry stays the same element. */
  readonly key: string;
  readonly author: PersonRef;
  /** The name that the author had then; absent where it is the present one. */
  readonly authorThen?: string;
  /** The command of an entry that is not registered; null in ink. */
  readonly pencil: OutboxCommand | null;
};

export type ThreadMessage = Entry & {
  readonly kind: 'message';
  readonly mine: boolean;
  /** Whether the message is the text of the document itself; other messages are replies. */
  readonly letter: boolean;
  /** HTML; empty when only files were sent. */
  readonly content: string;
  readonly files: readonly ViewFile[];
};

export type ThreadAct = Entry & {
  readonly kind: 'transfer' | 'extension' | 'completion' | 'reopening';
  readonly responsibles: readonly PersonRef[];
  readonly organizations: readonly OrganizationRef[];
  readonly limitDate: string | null;
  readonly reason: string | null;
};

export type ThreadEntry = ThreadMessage | ThreadAct;

export type HistoryEntry = Entry & {
  readonly action: LogAction;
  readonly responsibles: readonly PersonRef[];
  readonly organizations: readonly OrganizationRef[];
  readonly limitDate: string | null;
  readonly reason: string | null;
};

/**
 * A sector that the document went through; `days`: the whole calendar days that it was, or has
 * been, there.
 */
export type RouteStop = {
  readonly acronym: string;
  readonly name: string;
  readonly days: number;
  readonly current: boolean;
};

/** "Visto por N de M": N = seen, M = seen + notYet, of current and past responsibles (rule E2). */
export type Viewers = {
  readonly seen: readonly DocumentViewer[];
  readonly notYet: readonly PersonRef[];
  /** Every other person who has opened the document: creator, colleagues, Super Admin. */
  readonly others: readonly DocumentViewer[];
};

export type DocumentView = {
  readonly document: ListedDocument;
  /** The details; null when they are not on this device (yet). */
  readonly details: DetailsRow | null;
  readonly thread: readonly ThreadEntry[];
  readonly route: readonly RouteStop[];
  /** Oldest first. */
  readonly history: readonly HistoryEntry[];
  readonly viewers: Viewers;
  /**
   * ISO instants, earliest first, at which the person on this device opened the document with a
   * network, or wrote in it. What they did without a network is left out, because it does not show
   * that they saw what others had written.
   */
  readonly seenAt: readonly string[];
  readonly files: readonly ViewFile[];
};
