import type { LogAction } from '#domain/document-types.ts';
import { personRefOf } from '../fold/fold-context.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { localActs } from './document-thread.ts';
import { localMomentOf, serverMomentOf } from './view-moment.ts';
import { pencilOf, type ViewSource } from './view-source.ts';
import type { HistoryEntry } from './view-types.ts';

/** Views of one person within this time are one line (rule E2). */
const ONE_VIEW_MS = 30 * 60_000;

/** Every log, and every act that is still only on this device, oldest first. */
export function historyOf(source: ViewSource): HistoryEntry[] {
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
