import type { DocumentViewer } from '#contract/documents.ts';
import { personRefOf } from '../fold/fold-context.ts';
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
