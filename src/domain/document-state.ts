// What the rules need to know of a document. A server row, a mirrored row and a test all build the
// same shape.

import type { CalendarDay } from './dates.ts';
import type { DocumentContent } from './document-bounds.ts';
import type { StoredStatus } from './status.ts';

export type DocumentState = {
  readonly storedStatus: StoredStatus;
  readonly limitDate: CalendarDay;
  /** User id of the creator. */
  readonly createdBy: number;
  /** Current responsibles. */
  readonly responsibleIds: readonly number[];
  /** Everyone who is or ever was responsible (some log names them). */
  readonly responsibleIdsEver: readonly number[];
  /** The person who completed it last; null when it was never completed. */
  readonly completedBy: number | null;
  /**
   * Whether a current responsible has seen it. Only the words of the overdue tooltip depend on it
   * (rule A2).
   */
  readonly seenByResponsible: boolean;
  /** Absent where nothing is added to the document. */
  readonly gathered?: DocumentContent;
};
