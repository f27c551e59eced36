import { type CalendarDay, daysBetween } from '#domain/dates.ts';

const QUIET_DAYS = 2;
const FIRST_DAY = 2;

export type InstallFacts = {
  /** Days on which the application was opened here. */
  readonly visits: number;
  /** Whether a document was made here lately. */
  readonly hasSent: boolean;
  readonly shownOn: CalendarDay | null;
};

/**
 * Whether the invitation may be shown: after a document was sent from here or on a second day, and
 * not within two days of its last display (rule G11).
 */
export function isInstallDue({ visits, hasSent, shownOn }: InstallFacts, today: CalendarDay): boolean {
  return (hasSent || visits >= FIRST_DAY) && (shownOn === null || daysBetween(shownOn, today) >= QUIET_DAYS);
}
