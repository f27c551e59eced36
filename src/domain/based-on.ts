// What the author of a command saw of the document when acting (folded): the guard of order (promises.md, Order and guards).

import type { CalendarDay } from './dates.ts';
import type { DocumentState } from './document-state.ts';
import type { ConflictCode } from './refusals.ts';
import type { Status } from './status.ts';

/** null: the client did not say it, and nothing is judged by it. */
export type BasedOn = {
  readonly status: Status | null;
  readonly limitDate: CalendarDay | null;
  readonly responsibleIds: readonly number[] | null;
};

/**
 * How the document moved on under the author, or null. Only what changes the meaning of a transfer counts: completed or
 * not, and who is responsible. A view that turned pending into under_review, or midnight, is no conflict (rule E6).
 */
export function movedOn(document: DocumentState, basedOn: BasedOn | null): ConflictCode | null {
  if (basedOn === null) return null;
  const { status, responsibleIds } = basedOn;
  const completed = document.storedStatus === 'completed';
  if (status !== null && completed !== (status === 'completed')) {
    return completed ? 'completed_meanwhile' : 'reopened_meanwhile';
  }
  return responsibleIds === null || sameIds(document.responsibleIds, responsibleIds) ? null : 'responsible_changed';
}

/** Whether two lists name the same people, whatever the order. */
export function sameIds(left: readonly number[], right: readonly number[]): boolean {
  const ids = new Set(left);
  return ids.size === new Set(right).size && right.every((id) => ids.has(id));
}
