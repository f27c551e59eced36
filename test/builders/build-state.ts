// The facts that the rules judge a document by, for the tables beside each decision.

import type { DocumentState } from '#domain/document-state.ts';

export const TODAY = '2026-11-20';
export const YESTERDAY = '2026-11-19';
/** Limit date of the document unless a case says otherwise. */
export const LIMIT = '2026-11-25';

export const CREATOR = 1;
export const RESPONSIBLE = 2;
/** Was responsible before RESPONSIBLE. */
export const FORMER = 3;
/** Sees the document and takes no part in it. */
export const COLLEAGUE = 4;
export const COMPLETER = 5;

/** Open and pending, sent by CREATOR to RESPONSIBLE. */
export function buildState(overrides: Partial<DocumentState> = {}): DocumentState {
  return {
    storedStatus: 'pending',
    limitDate: LIMIT,
    createdBy: CREATOR,
    responsibleIds: [RESPONSIBLE],
    responsibleIdsEver: [FORMER, RESPONSIBLE],
    completedBy: null,
    seenByResponsible: false,
    ...overrides,
  };
}

export const OPEN = buildState();
export const OVERDUE = buildState({ limitDate: YESTERDAY });
export const COMPLETED = buildState({ storedStatus: 'completed', completedBy: COMPLETER });
