import { type CalendarDay, daysBetween } from '#domain/dates.ts';

const QUIET_DAYS = 2;
const FIRST_VISIT = 2;

/** Whether the invitation may be shown: from the second visit on, and not within two days of its last display (rule G11). */
export function isInstallDue(facts: { visits: number; shownOn: CalendarDay | null }, today: CalendarDay): boolean {
  const { visits, shownOn } = facts;
  return visits >= FIRST_VISIT && (shownOn === null || daysBetween(shownOn, today) >= QUIET_DAYS);
}
