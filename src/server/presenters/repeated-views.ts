import type { DocumentLog } from '#contract/documents.ts';
import { VIEW_LINE_MS } from '#domain/apply-view.ts';

/**
 * The history with one line per person per 30 minutes (rule E2). Older versions stored every view
 * as a line. `logs` are ordered from the oldest.
 */
export function withoutRepeatedViews(logs: readonly DocumentLog[]): DocumentLog[] {
  const lineStart = new Map<number, number>();
  return logs.filter((log) => {
    if (log.action !== 'view') return true;
    const at = Date.parse(log.performed_at);
    const start = lineStart.get(log.creator.id);
    if (start !== undefined && Math.abs(at - start) < VIEW_LINE_MS) return false;
    lineStart.set(log.creator.id, at);
    return true;
  });
}
