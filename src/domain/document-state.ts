// What the rules need to know of a document: the same shape is built from a server row, a mirrored row and a test.

import type { CalendarDay } from './dates.ts';
import type { StoredStatus } from './status.ts';

export type DocumentState = {
  readonly storedStatus: StoredStatus;
  readonly limitDate: CalendarDay;
  /** User id of the creator. */
  readonly createdBy: number;
  /** Current responsibles. */
  readonly responsibleIds: readonly number[];
  /** Everyone who is or was a responsible (some log names them). */
  readonly responsibleIdsEver: readonly number[];
  /** Who completed it last; null when it was never completed. */
  readonly completedBy: number | null;
  /** Whether a current responsible has seen it; only the words of the overdue tooltip depend on it (rule A2). */
  readonly seenByResponsible: boolean;
};
