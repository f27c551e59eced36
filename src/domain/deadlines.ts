// How near a document's limit date is: the spans that a list offers, the groups under which it is
// shown, and the order "Prazo mais próximo". `today` is a parameter everywhere, so that midnight
// moves documents without a write.

import { addDays, type CalendarDay, weekdayOf } from './dates.ts';
import { statusAt, type StatusFacts } from './status.ts';

/** Spans of limit dates that begin today. Each one includes the span before it. */
export const DUE_SPANS = ['today', 'week', 'ten_days'] as const;
export type DueSpan = (typeof DUE_SPANS)[number];

/**
 * The groups of a list ordered by deadline, the nearest first. `completed` stands last, because
 * finished documents have no deadline any more.
 */
export const DUE_GROUPS = ['overdue', 'today', 'week', 'ten_days', 'later', 'completed'] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

const SATURDAY = 6;
const TEN_DAYS = 10;

/**
 * The last day of a span that begins on `today`. A week ends on Saturday, because calendars begin
 * it on Sunday.
 */
export function lastDayOf(span: DueSpan, today: CalendarDay): CalendarDay {
  if (span === 'today') return today;
  return addDays(today, span === 'week' ? SATURDAY - weekdayOf(today) : TEN_DAYS);
}

/**
 * Gives the group of each document on `today`: the shortest span that holds its limit date. The
 * spans are computed once, for a list of any length.
 */
export function dueGroups(today: CalendarDay): (facts: StatusFacts) => DueGroup {
  const spans = DUE_SPANS.map((span) => ({ span, last: lastDayOf(span, today) }));
  return (facts) => {
    const status = statusAt(facts, today);
    if (status === 'completed' || status === 'overdue') return status;
    return spans.find(({ last }) => facts.limitDate <= last)?.span ?? 'later';
  };
}

export function dueGroupOf(facts: StatusFacts, today: CalendarDay): DueGroup {
  return dueGroups(today)(facts);
}

/** Whether documents of this group are due within the span. Overdue documents are in no span. */
export function isGroupWithin(group: DueGroup, span: DueSpan): boolean {
  const place = DUE_SPANS.findIndex((one) => one === group);
  return place !== -1 && place <= DUE_SPANS.indexOf(span);
}

/**
 * The order "Prazo mais próximo": earlier limit dates first, finished documents after all others.
 * Negative, 0 or positive, as sorting asks. It does not depend on the day, because an overdue limit
 * date is earlier than all that are not.
 */
export function compareDue(left: StatusFacts, right: StatusFacts): number {
  const leftDone = left.storedStatus === 'completed';
  const rightDone = right.storedStatus === 'completed';
  if (leftDone !== rightDone) return leftDone ? 1 : -1;
  if (left.limitDate < right.limitDate) return -1;
  return left.limitDate > right.limitDate ? 1 : 0;
}
