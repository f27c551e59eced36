// What the author of a command saw of the document when acting (folded): the guard of order (promises.md, Order and guards).

import type { CalendarDay } from './dates.ts';
import type { DocumentState } from './document-state.ts';
import type { ConflictCode } from './refusals.ts';
import type { Status } from './status.ts';

export type BasedOn = {
  readonly status: Status;
  readonly limitDate: CalendarDay;
  readonly responsibleIds: readonly number[];
};

/**
 * How the document moved on under the author, or null. Only what changes the meaning of a transfer counts: completed or
 * not, and who is responsible. A view that turned pending into under_review, or midnight, is no conflict (E6).
 */
export function movedOn(document: DocumentState, basedOn: BasedOn | null): ConflictCode | null {
  if (basedOn === null) return null;
  const completed = document.storedStatus === 'completed';
  const sawCompleted = basedOn.status === 'completed';
  if (completed && !sawCompleted) return 'completed_meanwhile';
  if (!completed && sawCompleted) return 'reopened_meanwhile';
  return sameIds(document.responsibleIds, basedOn.responsibleIds) ? null : 'responsible_changed';
}

/** Whether two lists name the same people, whatever the order. */
export function sameIds(left: readonly number[], right: readonly number[]): boolean {
  const ids = new Set(left);
  return ids.size === new Set(right).size && right.every((id) => ids.has(id));
}
