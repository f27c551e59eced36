import type { CalendarDay } from './dates.ts';
import type { DocumentState } from './document-state.ts';
import { afterReview, type StoredStatus } from './status.ts';

/**
 * A view within this time of a line of the same person in the history is counted, but gets no line
 * of its own (rule E2).
 */
export const VIEW_LINE_MS = 30 * 60_000;

/**
 * Whether a view at `at` is too near to one of the person's `lines` to get its own. Times are epoch
 * milliseconds.
 * @internal
 */
export function isRepeatedView(at: number, lines: readonly number[]): boolean {
  return lines.some((line) => Math.abs(at - line) < VIEW_LINE_MS);
}

export type ViewChanges = { readonly storedStatus: StoredStatus; readonly seenByResponsible: boolean };

/**
 * Applies a view: a person opened the document. Only a current responsible's view changes anything:
 * pending becomes under_review (rule A1).
 */
export function applyView(
  document: Pick<DocumentState, 'storedStatus' | 'limitDate' | 'responsibleIds' | 'seenByResponsible'>,
  view: { userId: number; today: CalendarDay },
): ViewChanges {
  if (!document.responsibleIds.includes(view.userId)) {
    return { storedStatus: document.storedStatus, seenByResponsible: document.seenByResponsible };
  }
  return { storedStatus: afterReview(document, view.today), seenByResponsible: true };
}
