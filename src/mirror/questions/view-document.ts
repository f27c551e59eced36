import type { DocumentViewer } from '#contract/documents.ts';
import type { OrganizationRef } from '#contract/scalars.ts';
import { type CalendarDay, dayAt, daysBetween } from '#domain/dates.ts';
import type { LogAction } from '#domain/document-types.ts';
import { personRefOf } from '../fold/fold-context.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';
import { localActs, localMomentOf, serverMomentOf, threadOf } from './document-thread.ts';
import { type Asker, listedDocumentOf } from './listed-document.ts';
import {
  type DocumentView,
  type HistoryEntry,
  pencilOf,
  type RouteStop,
  type Viewers,
  type ViewSource,
  viewSourceOf,
} from './view-source.ts';

export type { DocumentView, HistoryEntry, ThreadEntry, ViewFile } from './view-source.ts';

/**
 * The page of one document: everything registered, and in pencil what waits on this device.
 * `address`: its key or the server's id. Null when the document is not on this device. Reading it
 * records no view (rule E1).
 */
export async function viewDocument(
  mirror: Mirror,
  { address, person, today, zone }: { address: string; person: Asker; today: CalendarDay; zone: string },
): Promise<DocumentView | null> {
  const source = await viewSourceOf(mirror, address);
  if (source === undefined) return null;
  const thread = threadOf(source, person.userId);
  return {
    document: listedDocumentOf(source.document, { person, today }),
    details: source.details,
    thread,
    route: routeOf(source, { today, zone }),
    history: historyOf(source),
    viewers: viewersOf(source),
    seenAt: seenAtOf(source, person.userId),
    files: thread.flatMap((entry) => (entry.kind === 'message' ? entry.files : [])),
  };
}

/** Views of one person within this time are one line (rule E2). */
const ONE_VIEW_MS = 30 * 60_000;

/** Every log, and every act that is still only on this device, oldest first. */
function historyOf(source: ViewSource): HistoryEntry[] {
  const registered = (source.details?.logs ?? []).map((log): HistoryEntry => ({
    action: log.action,
    key: log.command_id === null ? `l:${log.id}` : `c:${log.command_id}:${log.action}`,
    author: log.creator,
    responsibles: log.responsibles,
    organizations: log.organizations,
    limitDate: log.limit_date,
    reason: log.reason,
    pencil: null,
    ...serverMomentOf(log),
  }));
  const local = source.commands
    .filter((command) => command.state !== 'refused' && command.state !== 'conflict')
    .flatMap((command) => localHistory(command, source));
  return withoutRepeatedViews([...registered, ...local]);
}

function localHistory(command: OutboxCommand, { context, document }: ViewSource): HistoryEntry[] {
  const plain = (action: LogAction): HistoryEntry => ({
    action,
    key: `c:${command.id}:${action}`,
    author: personRefOf(context, command.actorId),
    responsibles: [],
    organizations: [],
    limitDate: null,
    reason: null,
    pencil: pencilOf(command),
    ...localMomentOf(command),
  });
  if (command.type === 'create-document') {
    return [{ ...plain('creation'), limitDate: command.payload.limit_date, organizations: document.organizations }];
  }
  if (command.type === 'record-view') return [plain('view')];
  return localActs(command, context).map(({ kind, ...act }) => ({ ...act, action: kind }));
}

function withoutRepeatedViews(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const lastShown = new Map<number, number>();
  return entries.filter((entry) => {
    if (entry.action !== 'view') return true;
    const at = Date.parse(entry.at);
    const shown = lastShown.get(entry.author.id);
    if (shown !== undefined && Math.abs(at - shown) < ONE_VIEW_MS) return false;
    lastShown.set(entry.author.id, at);
    return true;
  });
}

type Arrival = { readonly sector: OrganizationRef; readonly on: CalendarDay };

/**
 * The sectors that a document went through, from its origin to its present one, with the days in
 * each. They come from the logs of creation and transfers, and from transfers that are still only
 * on this device.
 */
function routeOf(source: ViewSource, { today, zone }: { today: CalendarDay; zone: string }): RouteStop[] {
  const { document } = source;
  const createdOn = dayOf(document.created_at, zone);
  const arrivals: Arrival[] = document.origin === null ? [] : [{ sector: document.origin, on: createdOn }];
  for (const { sectors, at } of destinationsOf(source)) {
    const on = dayOf(at, zone);
    for (const sector of sectors) if (arrivals.at(-1)?.sector.id !== sector.id) arrivals.push({ sector, on });
  }
  return arrivals.map(({ sector, on }, index) => {
    const next = arrivals[index + 1];
    const days = Math.max(0, daysBetween(on, next?.on ?? today));
    return { acronym: sector.acronym, name: sector.name, days, current: next === undefined };
  });
}

function destinationsOf({ document, details, commands, context }: ViewSource) {
  const pencil = commands
    .filter((command) => command.state !== 'refused' && command.state !== 'conflict')
    .flatMap((command) => localActs(command, context))
    .filter((act) => act.kind === 'transfer')
    .map((act) => ({ sectors: act.organizations, at: act.at }));
  const moves = (details?.logs ?? []).filter((log) => log.action === 'creation' || log.action === 'transfer');
  // Without the logs only the present sector is known.
  if (moves.length === 0) return [{ sectors: document.organizations, at: document.created_at }];
  return [...moves.map((log) => ({ sectors: log.organizations, at: log.created_at })), ...pencil];
}

function dayOf(instant: string, zone: string): CalendarDay {
  return dayAt(Date.parse(instant), zone);
}

/**
 * Who has seen the document, and which of its present and past responsibles have not, with the
 * person's own views that wait (rule E2).
 */
function viewersOf(source: ViewSource): Viewers {
  const { document, details, context } = source;
  const viewers = withOwnViews(source);
  const concerned = document.facts.responsible_ids_ever;
  const latestFirst = [...viewers.values()].sort((left, right) => (left.last_at < right.last_at ? 1 : -1));
  // Without details the viewers are unknown, except that no other person can have seen a document
  // that is not registered.
  const known = details !== null || document.serverId === null;
  return {
    seen: latestFirst.filter((viewer) => concerned.includes(viewer.user.id)),
    notYet: known ? concerned.filter((id) => !viewers.has(id)).map((id) => personRefOf(context, id)) : [],
    others: latestFirst.filter((viewer) => !concerned.includes(viewer.user.id)),
  };
}

/**
 * The instants of `DocumentView.seenAt`, from the history of the document and the commands of this
 * device. A view soon after another one has no line in the history, so the last moment of the
 * viewer is added.
 */
function seenAtOf({ details, commands }: ViewSource, userId: number): string[] {
  const own = details?.viewers.find((viewer) => viewer.user.id === userId);
  const lines = [...(details?.logs ?? []), ...(details?.interactions ?? [])]
    .filter((line) => line.creator.id === userId)
    .map(serverMomentOf)
    .flatMap(({ at, receivedAt, clockSuspect }) => (receivedAt === null && !clockSuspect ? [at] : []));
  const views = commands.flatMap((command) =>
    command.type === 'record-view' && command.state !== 'refused' && !command.payload.offline
      ? [new Date(command.performedAtMs).toISOString()]
      : [],
  );
  return [...lines, ...views, ...(own === undefined || own.offline ? [] : [own.last_at])].sort();
}

function withOwnViews({ details, commands, context }: ViewSource): Map<number, DocumentViewer> {
  const viewers = new Map((details?.viewers ?? []).map((viewer) => [viewer.user.id, viewer]));
  for (const command of commands) {
    if (command.type !== 'record-view' || command.state === 'refused') continue;
    const at = new Date(command.performedAtMs).toISOString();
    const known = viewers.get(command.actorId);
    viewers.set(command.actorId, {
      user: known?.user ?? personRefOf(context, command.actorId),
      first_at: known?.first_at ?? at,
      last_at: at,
      count: (known?.count ?? 0) + 1,
      offline: command.payload.offline,
    });
  }
  return viewers;
}
