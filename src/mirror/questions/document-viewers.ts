import type { DocumentViewer } from '#contract/documents.ts';
import { personRefOf } from '../fold/fold-context.ts';
import { serverMomentOf } from './view-moment.ts';
import type { ViewSource } from './view-source.ts';
import type { Viewers } from './view-types.ts';

/**
 * Who has seen it and which of its recipients have not, with the person's own waiting views (rule
 * E2).
 */
export function viewersOf(source: ViewSource): Viewers {
  const { document, details, context } = source;
  const viewers = withOwnViews(source);
  const concerned = document.facts.responsible_ids_ever;
  const latestFirst = [...viewers.values()].sort((left, right) => (left.last_at < right.last_at ? 1 : -1));
  // The viewers are not known before the details are here, and no other person can have seen what
  // was made here.
  const known = details !== null || document.serverId === null;
  return {
    seen: latestFirst.filter((viewer) => concerned.includes(viewer.user.id)),
    notYet: known ? concerned.filter((id) => !viewers.has(id)).map((id) => personRefOf(context, id)) : [],
    others: latestFirst.filter((viewer) => !concerned.includes(viewer.user.id)),
  };
}

/**
 * When `userId` had the document before them, by the lines of its history and by the commands of
 * this device (`DocumentView.seenAt`). A view that is repeated soon has no line: the viewer's last
 * moment tells of it.
 */
export function seenAtOf({ details, commands }: ViewSource, userId: number): string[] {
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
