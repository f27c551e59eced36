// One line that says when a document is due (src/app/experience.md, experience W3), with its tone.

import { type CalendarDay, daysBetween } from '#domain/dates.ts';
import type { Status } from '#domain/status.ts';
import { formatShortDay } from './format.ts';
import { plural } from './grammar.ts';

export type DueTone = 'plain' | 'warn' | 'danger' | 'overdue';
export type Due = { readonly text: string; readonly tone: DueTone };

/** Days left, at most, with which a date is red (rule J5). */
export const DANGER_DAYS = 5;
/** Days left, at most, with which a date is orange (rule J5). */
export const WARN_DAYS = 10;

/** The tone for a number of days: red at 5 or fewer, orange at 10 or fewer (rule J5). */
export function toneOfDays(days: number): DueTone {
  if (days < 0) return 'overdue';
  if (days <= DANGER_DAYS) return 'danger';
  return days <= WARN_DAYS ? 'warn' : 'plain';
}

type DueFacts = { readonly status: Status; readonly limitDate: CalendarDay };

/**
 * `Vence em 4 dias`, `Vence amanhã`, `Vence hoje`, `Venceu há 2 dias`, `Finalizado em 17/11`;
 * `completedOn` null = day not known.
 */
export function dueText(facts: DueFacts, at: { today: CalendarDay; completedOn: CalendarDay | null }): Due {
  if (facts.status === 'completed') {
    const day = at.completedOn;
    return { text: day === null ? 'Finalizado' : `Finalizado em ${formatShortDay(day)}`, tone: 'plain' };
  }
  const days = daysBetween(at.today, facts.limitDate);
  return { text: days < 0 ? passed(-days) : coming(days), tone: toneOfDays(days) };
}

function coming(days: number): string {
  return plural(days, { zero: 'Vence hoje', one: 'Vence amanhã', other: (n) => `Vence em ${n} dias` });
}

function passed(days: number): string {
  return plural(days, { zero: 'Vence hoje', one: 'Venceu há 1 dia', other: (n) => `Venceu há ${n} dias` });
}

/** `Em 11 dias` for `Vence em 11 dias`, for the place beside two stamps on a phone. */
export function shortDue(due: Due): Due {
  return { ...due, text: due.text.replace(/^Vence em /, 'Em ') };
}

/**
 * The small line under a date in the table: 'em N dias' only when N > 0, 0 is "vence hoje" until it
 * is completed (rule A11).
 */
export function dueHint(facts: DueFacts, today: CalendarDay): Due | null {
  const days = daysBetween(today, facts.limitDate);
  if (days < 0) return null;
  if (days === 0) return facts.status === 'completed' ? null : { text: 'vence hoje', tone: 'danger' };
  return { text: days === 1 ? 'amanhã' : `em ${days} dias`, tone: 'plain' };
}
