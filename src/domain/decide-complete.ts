import { abilitiesOf, blockedByDelay } from './abilities.ts';
import { movedOn, type BasedOn } from './based-on.ts';
import type { CalendarDay } from './dates.ts';
import type { DocumentState } from './document-state.ts';
import { accept, refuse, type Decision } from './refusals.ts';

export type CompleteChanges = { readonly storedStatus: 'completed'; readonly completedBy: number | null };

/**
 * Completion (rules A1, A3, A6). `limitDate` is what the request carried: null, the current date or
 * the one that its author saw, because the date says nothing about a completion when somebody moved
 * it meanwhile. Anything else is refused. A document that is already completed is no error: the
 * decision is accepted with a note, and nothing changes. A document that was transferred meanwhile
 * is a conflict for a person who could complete what they saw (rule E6).
 */
export function decideComplete(
  document: DocumentState,
  intent: { userId: number; today: CalendarDay; limitDate: CalendarDay | null; basedOn: BasedOn | null },
): Decision<CompleteChanges> {
  const concerned = document.createdBy === intent.userId || document.responsibleIds.includes(intent.userId);
  if (document.storedStatus === 'completed') {
    return concerned
      ? accept({ storedStatus: 'completed', completedBy: document.completedBy }, 'already_completed')
      : refuse('not_allowed');
  }
  const saw = intent.basedOn?.responsibleIds ?? [];
  const moved = movedOn(document, intent.basedOn);
  if (moved === 'responsible_changed' && (document.createdBy === intent.userId || saw.includes(intent.userId))) {
    return { kind: 'conflict', code: moved };
  }
  if (blockedByDelay(document, intent).has('completeDocument')) return refuse('document_overdue', 'status');
  if (!abilitiesOf(document, intent).completeDocument) return refuse('not_allowed');
  const known = [null, document.limitDate, intent.basedOn?.limitDate];
  if (!known.includes(intent.limitDate)) {
    return refuse('limit_date_differs', 'limit_date');
  }
  return accept({ storedStatus: 'completed', completedBy: intent.userId });
}
