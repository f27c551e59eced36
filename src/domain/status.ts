// The one status function (rules A1, A2). `overdue` is never stored: it follows from the limit date
// and today, so that midnight changes no row and a device that is offline over midnight still shows
// it.

import type { CalendarDay } from './dates.ts';

export const STORED_STATUSES = ['pending', 'under_review', 'extended', 'completed'] as const;
export type StoredStatus = (typeof STORED_STATUSES)[number];

export const STATUSES = ['pending', 'under_review', 'extended', 'overdue', 'completed'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * The filters of a list: `sent` narrows nothing (rule A5), `unfinished` is every status but
 * completed, and `exception` is a flag, not a status.
 */
export const STATUS_FILTERS = ['sent', ...STATUSES, 'unfinished', 'exception'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** The two facts a status is computed from. */
export type StatusFacts = { readonly storedStatus: StoredStatus; readonly limitDate: CalendarDay };

/**
 * The status on the calendar day `today` (rule A2): overdue = not completed and the limit date is
 * before today.
 */
export function statusAt({ storedStatus, limitDate }: StatusFacts, today: CalendarDay): Status {
  return storedStatus !== 'completed' && limitDate < today ? 'overdue' : storedStatus;
}

/** A document counts as open unless its status is completed or overdue (rule J8). */
export function isOpen(status: Status): boolean {
  return status !== 'completed' && status !== 'overdue';
}

/**
 * Whether a document with this status belongs to the filter. Unknown filters are dropped before
 * (rule F4).
 */
export function matchesStatusFilter(document: { status: Status; isException: boolean }, filter: StatusFilter): boolean {
  if (filter === 'sent') return true;
  if (filter === 'exception') return document.isException;
  if (filter === 'unfinished') return document.status !== 'completed';
  return document.status === filter;
}

/**
 * The stored status after a view or interaction by a current responsible, or after a transfer. Only
 * a document that is pending on `today` moves; extended stays extended, and completed and overdue
 * stay as they are (rules A1, A12).
 */
export function afterReview(facts: StatusFacts, today: CalendarDay): StoredStatus {
  return statusAt(facts, today) === 'pending' ? 'under_review' : facts.storedStatus;
}
