// What a deadline alert will look like on the home, from now on (rules G1–G3, J5). Pure.

import { addDays, type CalendarDay, daysBetween } from '#domain/dates.ts';
import { DANGER_DAYS, WARN_DAYS } from '../../text/words/document.ts';

export type AlertStage = 'plain' | 'warn' | 'danger' | 'gone';

/** From `day` on the alert is in this stage. */
export type AlertStation = { readonly day: CalendarDay; readonly isNow: boolean; readonly stage: AlertStage };

/** The stage of now and those that follow, in order; only `gone` once the day has passed. */
export function alertFuture(limitDate: CalendarDay, today: CalendarDay): AlertStation[] {
  const starts: [AlertStage, CalendarDay][] = [
    ['plain', today],
    ['warn', addDays(limitDate, -WARN_DAYS)],
    ['danger', addDays(limitDate, -DANGER_DAYS)],
    ['gone', addDays(limitDate, 1)],
  ];
  const now = starts.findLast(([, day]) => day <= today);
  if (now === undefined) return [];
  const later = starts.filter(([, day]) => day > today);
  return [
    { day: today, isNow: true, stage: now[0] },
    ...later.map(([stage, day]): AlertStation => ({ day, isNow: false, stage })),
  ];
}

type AlertRow = { readonly limit_date: CalendarDay; readonly title: string };

/**
 * The alerts that the home shows before one of this date: the nearest date comes first (rule G2).
 */
export function shownBefore<Alert extends AlertRow>(
  others: readonly Alert[],
  { limitDate, today }: { limitDate: CalendarDay; today: CalendarDay },
): Alert[] {
  return others
    .filter((one) => one.limit_date >= today && one.limit_date <= limitDate)
    .toSorted((left, right) => daysBetween(right.limit_date, left.limit_date));
}
