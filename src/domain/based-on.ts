// What the author of a command saw of the document when acting (folded): the guard of the command
// (src/sync/promises.md, Order and guards).

import type { CalendarDay } from './dates.ts';
import type { DocumentState } from './document-state.ts';
import type { ConflictCode } from './refusals.ts';
import type { Status } from './status.ts';

/** null when the client did not send it; nothing is judged by it then. */
export type BasedOn = {
  readonly status: Status | null;
  readonly limitDate: CalendarDay | null;
  readonly responsibleIds: readonly number[] | null;
};

/**
 * How the document moved on since its author saw it, or null. Only what changes the meaning of a
 * transfer counts: completed or not, and the responsibles. A view that turned pending into
 * under_review, or midnight, is no conflict (rule E6).
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

/** Whether two lists name the same people, in any order. */
export function sameIds(left: readonly number[], right: readonly number[]): boolean {
  const ids = new Set(left);
  return ids.size === new Set(right).size && right.every((id) => ids.has(id));
}
