import type { CalendarDay } from '#domain/dates.ts';
import { formatShortDay, plural } from './format.ts';

const WEEKEND = 'Fim de semana';

/** `Corpus Christi: próximo dia útil 20/06.` `name`: the holiday's; null for a weekend. */
export function dayOffText(name: string | null, next: CalendarDay): string {
  return `${name ?? WEEKEND}: próximo dia útil ${formatShortDay(next)}.`;
}

export function takeDayText(next: CalendarDay): string {
  return `Usar ${formatShortDay(next)}`;
}

/** `4 dias úteis`. */
export function workingDaysText(count: number): string {
  return plural(count, { zero: 'nenhum dia útil', one: '1 dia útil', other: (n) => `${n} dias úteis` });
}

/** `em 4 dias úteis`, `sem dia útil até lá`. */
export function workingDaysAhead(count: number): string {
  return count === 0 ? 'sem dia útil até lá' : `em ${workingDaysText(count)}`;
}

/** `Prazo do assunto: 10 dias úteis.` */
export function subjectLimitText({ days, working }: { days: number; working: boolean }): string {
  const counted = working ? workingDaysText(days) : plural(days, { zero: '', one: '1 dia', other: (n) => `${n} dias` });
  return `Prazo do assunto: ${counted}.`;
}
