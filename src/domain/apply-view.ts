import type { CalendarDay } from './dates.ts';
import type { DocumentState } from './document-state.ts';
import { afterReview, type StoredStatus } from './status.ts';

export type ViewChanges = { readonly storedStatus: StoredStatus; readonly seenByResponsible: boolean };

/**
 * Applies that a person opened the document. Only a current responsible's view changes anything: pending becomes
 * under_review (rule A1). Views of the creator, a Super Admin or colleagues change nothing.
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
