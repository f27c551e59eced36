import type { CalendarDay } from './dates.ts';
import { abilitiesOf, type BasedOn, blockedByDelay, type DocumentState, movedOn } from './document-state.ts';
import { accept, type Decision, refuse } from './refusals.ts';
import { isOpen, statusAt, type StoredStatus } from './status.ts';

type CompleteChanges = { readonly storedStatus: 'completed'; readonly completedBy: number | null };

/**
 * Decides a completion (rules A1, A3, A6). `limitDate`: the date in the request, null when it had
 * none. The current limit date and the one that the author saw are accepted and ignored; any other
 * is refused. A document that is already completed is accepted with a note, and nothing changes. A
 * document that was transferred meanwhile is a conflict for a person who could complete what they
 * saw (rule E6).
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

type ReopenChanges = { readonly storedStatus: StoredStatus; readonly limitDate: CalendarDay };

/**
 * Reopening (rule A7): the date decides, not the status. A limit date that has passed must be
 * replaced by one of today or later; one that has not passed may stay. The result is
 * `under_review`. A document that is already open is accepted with a note (rule E6).
 */
export function decideReopen(
  document: DocumentState,
  intent: { userId: number; today: CalendarDay; limitDate: CalendarDay | null },
): Decision<ReopenChanges> {
  const status = statusAt(document, intent.today);
  if (isOpen(status)) {
    const known = document.createdBy === intent.userId || document.responsibleIdsEver.includes(intent.userId);
    return known || document.completedBy === intent.userId
      ? accept({ storedStatus: document.storedStatus, limitDate: document.limitDate }, 'already_open')
      : refuse('not_allowed');
  }
  if (!abilitiesOf(document, intent).reopenDocument) return refuse('not_allowed');
  const passed = document.limitDate < intent.today;
  if (passed && intent.limitDate === null) return refuse('required', 'limit_date');
  const limitDate = intent.limitDate ?? document.limitDate;
  if (limitDate < intent.today) return refuse('limit_date_before_today', 'limit_date');
  return accept({ storedStatus: 'under_review', limitDate });
}
