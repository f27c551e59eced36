// The days of the month in which documents of a subject are expected (rules C1–C3).

import { dayOfMonth, lengthOfMonth, type CalendarDay } from './dates.ts';

/**
 * Days of the month, 1–31, both included. null means no window (stored as null/null, never 0/0).
 */
export type SubmissionWindow = { readonly startDay: number; readonly endDay: number } | null;

export type SubjectRules = { readonly window: SubmissionWindow; readonly exemptOrganizationIds: readonly number[] };

/**
 * Reads a window from the two numbers of the slider or the wire (rule C3): 0/0 means no window, 0/n
 * means 1/n.
 */
export function windowOf(startDay: number | null, endDay: number | null): SubmissionWindow {
  if (endDay === null || endDay === 0) return null;
  return { startDay: Math.max(1, startDay ?? 1), endDay };
}

/** Whether `today` lies outside the window, both days clamped to the month's length (rule C3). */
export function isOutsideWindow(window: SubmissionWindow, today: CalendarDay): boolean {
  if (window === null) return false;
  const last = lengthOfMonth(today);
  const day = dayOfMonth(today);
  return day < Math.min(window.startDay, last) || day > Math.min(window.endDay, last);
}

/**
 * Whether a document sent today from `originOrganizationId` must be marked as an exception. The
 * *sending* sector may be exempt; a person without a sector never is (rule C2).
 */
export function needsException(
  subject: SubjectRules,
  sending: { originOrganizationId: number | null; today: CalendarDay },
): boolean {
  const exempt = subject.exemptOrganizationIds.some((id) => id === sending.originOrganizationId);
  return !exempt && isOutsideWindow(subject.window, sending.today);
}
