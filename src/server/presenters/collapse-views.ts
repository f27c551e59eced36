import type { DocumentLog, DocumentViewer } from '#contract/documents.ts';
import type { CollapsedHistory, StoredView } from '../queries/document-details.ts';

const LINE_MS = 30 * 60_000;

/**
 * Every view is stored. The history shows one line per person per 30 minutes, and the viewers show first view, last view
 * and count (rule E2). `logs` are ordered from the oldest.
 */
export function collapseViews(logs: readonly StoredView[]): CollapsedHistory {
  const lineStart = new Map<number, number>();
  const viewers = new Map<number, DocumentViewer>();
  const kept: DocumentLog[] = [];
  for (const stored of logs) {
    const { offline, ...log } = stored;
    if (log.action !== 'view') {
      kept.push(log);
      continue;
    }
    countView(viewers, { log, offline });
    const at = Date.parse(log.performed_at);
    const start = lineStart.get(log.creator.id);
    if (start !== undefined && Math.abs(at - start) < LINE_MS) continue;
    lineStart.set(log.creator.id, at);
    kept.push(log);
  }
  return { logs: kept, viewers: [...viewers.values()] };
}

function countView(viewers: Map<number, DocumentViewer>, view: { log: DocumentLog; offline: boolean }): void {
  const at = view.log.performed_at;
  const known = viewers.get(view.log.creator.id);
  if (known === undefined) {
    viewers.set(view.log.creator.id, {
      user: view.log.creator,
      first_at: at,
      last_at: at,
      count: 1,
      offline: view.offline,
    });
    return;
  }
  known.count += 1;
  if (at < known.first_at) known.first_at = at;
  if (at >= known.last_at) {
    known.last_at = at;
    known.offline = view.offline;
  }
}
