import { abilitiesOf } from './abilities.ts';
import type { CalendarDay } from './dates.ts';
import type { DocumentState } from './document-state.ts';
import { accept, refuse, type Decision } from './refusals.ts';
import { isOpen, statusAt, type StoredStatus } from './status.ts';

export type ReopenChanges = { readonly storedStatus: StoredStatus; readonly limitDate: CalendarDay };

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
