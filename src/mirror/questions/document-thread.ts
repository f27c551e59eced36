// The thread of a document ("fio do trâmite"): what is registered, in the order of arrival, then
// what is only on this device, in the order in which it was made.

import type { DocumentLog } from '#contract/documents.ts';
import type { FileRef } from '#contract/scalars.ts';
import { hasText } from '#domain/plain-text.ts';
import { type FoldContext, organizationRefOf, personRefOf } from '../fold/fold-context.ts';
import { type CommandFile, type CommandOf, noteOf, type OutboxCommand } from '../store/outbox-row.ts';
import type { MirrorDocument } from '../store/rows.ts';
import {
  pencilOf,
  type ThreadAct,
  type ThreadEntry,
  type ThreadMessage,
  type ViewFile,
  type ViewSource,
} from './view-source.ts';

/** Messages and acts of one document as `userId` reads them. */
export function threadOf(source: ViewSource, userId: number): ThreadEntry[] {
  const { details, commands } = source;
  const creation = commands.find((command) => command.type === 'create-document');
  const first = details === null ? createdHere(source, creation) : createdThere(source, userId);
  const local = commands.flatMap((command) => localEntries(command, source));
  const registered = details === null ? [] : registeredEntries(source, userId);
  return [...first, ...registered, ...local];
}

function createdThere(source: ViewSource, userId: number): ThreadMessage[] {
  const { document, details } = source;
  if (details === null) return [];
  const log = details.logs.find((one) => one.action === 'creation');
  const moment =
    log === undefined ? { at: document.created_at, receivedAt: null, clockSuspect: false } : serverMomentOf(log);
  return [
    {
      kind: 'message',
      key: letterKeyOf(source.document),
      author: document.creator,
      mine: document.created_by === userId,
      letter: true,
      content: details.content,
      files: registeredFiles(details.files, source),
      pencil: null,
      ...moment,
    },
  ];
}

function createdHere(source: ViewSource, creation: OutboxCommand | undefined): ThreadMessage[] {
  if (creation?.type !== 'create-document') return [];
  return [
    {
      kind: 'message',
      key: letterKeyOf(source.document),
      author: source.document.creator,
      mine: true,
      letter: true,
      content: creation.payload.content,
      files: commandFiles(creation, source),
      pencil: pencilOf(creation),
      ...localMomentOf(creation),
    },
  ];
}

/** The key of a document's own text in its thread, the same in pencil and in ink. */
export function letterKeyOf(document: Pick<MirrorDocument, 'key' | 'command_id'>): string {
  return document.command_id === null ? `d:${document.key}` : `c:${document.command_id}:message`;
}

/** The key of a reply in the thread of its document. */
export function replyKeyOf(reply: { readonly id: number; readonly command_id: string | null }): string {
  return reply.command_id === null ? `i:${reply.id}` : `c:${reply.command_id}:message`;
}

type SortedEntry = { readonly entry: ThreadEntry; readonly arrivedAt: string; readonly rank: number };

function registeredEntries(source: ViewSource, userId: number): ThreadEntry[] {
  const { details } = source;
  if (details === null) return [];
  const messages = details.interactions.map((interaction): SortedEntry => {
    const { creator, content, files } = interaction;
    const entry: ThreadMessage = {
      kind: 'message',
      key: replyKeyOf(interaction),
      author: creator,
      mine: creator.id === userId,
      letter: false,
      content,
      files: registeredFiles(files, source),
      pencil: null,
      ...serverMomentOf(interaction),
    };
    return { entry, arrivedAt: interaction.created_at, rank: 0 };
  });
  const acts = details.logs.flatMap((log): SortedEntry[] => {
    const entry = registeredAct(log);
    return entry === null ? [] : [{ entry, arrivedAt: log.created_at, rank: 1 }];
  });
  return [...messages, ...acts].sort(byArrival).map((placed) => placed.entry);
}

/**
 * Sorts entries by arrival. The message of a gesture comes before its acts. Sorting is stable, so
 * equal entries stay in the server's order.
 */
function byArrival(left: SortedEntry, right: SortedEntry): number {
  if (left.arrivedAt !== right.arrivedAt) return left.arrivedAt < right.arrivedAt ? -1 : 1;
  return left.rank - right.rank;
}

function registeredAct(log: DocumentLog): ThreadAct | null {
  if (log.action === 'creation' || log.action === 'view') return null;
  return {
    kind: log.action,
    key: log.command_id === null ? `l:${log.id}` : `c:${log.command_id}:${log.action}`,
    author: log.creator,
    responsibles: log.responsibles,
    organizations: log.organizations,
    limitDate: log.limit_date,
    reason: log.reason,
    pencil: null,
    ...serverMomentOf(log),
  };
}

function localEntries(command: OutboxCommand, source: ViewSource): ThreadEntry[] {
  switch (command.type) {
    case 'respond':
      return [...localMessage(command, source), ...localActs(command, source.context)];
    case 'complete-document':
    case 'reopen-document':
    case 'reassign-document':
      return localActs(command, source.context);
    case 'create-document':
    case 'record-view':
    case 'create-row':
    case 'update-row':
    case 'switch-rows':
    case 'delete-rows':
      return [];
    // A command of a newer version of the application, held until this device has that version.
    default:
      return [];
  }
}

function localMessage(command: CommandOf<'respond'>, source: ViewSource): ThreadMessage[] {
  if (!hasText(command.payload.content) && command.files.length === 0) return [];
  return [
    {
      kind: 'message',
      key: `c:${command.id}:message`,
      author: personRefOf(source.context, command.actorId),
      mine: true,
      letter: false,
      content: command.payload.content,
      files: commandFiles(command, source),
      pencil: pencilOf(command),
      ...localMomentOf(command),
    },
  ];
}

/**
 * The acts that a pending command stands for: transfer, extension, completion, reopening. A command
 * without an effect stands for none (I9).
 */
export function localActs(command: OutboxCommand, context: FoldContext): ThreadAct[] {
  const act = (kind: ThreadAct['kind'], facts: Partial<ThreadAct>): ThreadAct => ({
    kind,
    key: `c:${command.id}:${kind}`,
    author: personRefOf(context, command.actorId),
    responsibles: [],
    organizations: [],
    limitDate: null,
    reason: null,
    pencil: pencilOf(command),
    ...localMomentOf(command),
    ...facts,
  });
  const isNoted = noteOf(command) !== null;
  if (command.type === 'complete-document') return isNoted ? [] : [act('completion', {})];
  if (command.type === 'reopen-document' && isNoted) return [];
  if (command.type === 'reopen-document') return [act('reopening', { limitDate: command.payload.limit_date })];
  if (command.type !== 'respond' && command.type !== 'reassign-document') return [];
  const { responsible_ids: ids, organization_ids: sectors } = command.payload;
  const limitDate = command.type === 'respond' ? command.payload.limit_date : null;
  const reason = command.type === 'respond' ? null : command.payload.reason;
  const acts: ThreadAct[] = [];
  if (ids !== null) {
    const responsibles = ids.map((id) => personRefOf(context, id));
    const own = responsibles.flatMap((person) => (person.organization === null ? [] : [person.organization]));
    const organizations = sectors.length > 0 ? sectors.map((id) => organizationRefOf(context, id)) : own;
    acts.push(act('transfer', { responsibles, organizations, reason }));
  }
  if (limitDate !== null && !isNoted) acts.push(act('extension', { limitDate }));
  return acts;
}

/** Registered files, with whether their bytes are on this device. */
function registeredFiles(refs: readonly FileRef[], { localIdOf }: Pick<ViewSource, 'localIdOf'>): ViewFile[] {
  return refs.map((ref) => {
    const localFileId = localIdOf.get(ref.id) ?? null;
    return {
      key: `f:${ref.id}`,
      serverFileId: ref.id,
      localFileId,
      name: ref.name,
      mime: ref.mime_type,
      size: ref.size,
      sha256: ref.sha256,
      onDevice: localFileId !== null,
      pencil: false,
    };
  });
}

function commandFiles(command: OutboxCommand, { kept }: Pick<ViewSource, 'kept'>): ViewFile[] {
  return command.files.map((file: CommandFile) => ({
    key: `l:${file.id}`,
    serverFileId: null,
    localFileId: kept.has(file.id) ? file.id : null,
    name: file.name,
    mime: file.mime,
    size: file.size,
    sha256: file.sha256,
    onDevice: kept.has(file.id),
    pencil: command.state !== 'done',
  }));
}

/** A delay between doing and arrival that is shorter than this is not shown. */
const LATER_MS = 60_000;

/**
 * When something was done, when it arrived if that was noticeably later (rule A4), and the name
 * that its author had then, if it has changed since (S155).
 */
export function serverMomentOf(happening: {
  performed_at: string;
  created_at: string;
  clock_suspect: boolean;
  creator_then?: string | undefined;
}): {
  at: string;
  receivedAt: string | null;
  clockSuspect: boolean;
  authorThen?: string;
} {
  const { performed_at: at, created_at: arrived, clock_suspect: clockSuspect } = happening;
  const delayed = Date.parse(arrived) - Date.parse(at) >= LATER_MS;
  const then = happening.creator_then === undefined ? {} : { authorThen: happening.creator_then };
  return { at, receivedAt: delayed ? arrived : null, clockSuspect, ...then };
}

/** The moment of something that is only on this device. */
export function localMomentOf({ performedAtMs }: { performedAtMs: number }) {
  return { at: new Date(performedAtMs).toISOString(), receivedAt: null, clockSuspect: false };
}
