import { addDays, type CalendarDay, daysBetween, weekdayOf } from '#domain/dates.ts';
import { formatShortDay, formatWeekday } from './format.ts';

/** Words of the week on the home. */
export const WEEK = {
  title: 'Para hoje e esta semana',
  allOverdue: 'Ver todos em atraso',
  allDue: 'Ver todos da semana',
} as const;

/** `Ver os próximos 10 dias (8)`. */
export function tenDaysText(count: number, isShort: boolean): string {
  return isShort ? `Ver 10 dias (${count})` : `Ver os próximos 10 dias (${count})`;
}

/** `Nada vence até sábado. O próximo: seg., 23 de nov.` */
export function nothingThisWeek(next: CalendarDay | null): string {
  return next === null ? 'Nada vence até sábado.' : `Nada vence até sábado. O próximo: ${formatWeekday(next)}`;
}

/** `Nada com você. 7 com o seu setor.` */
export function mineText(count: number): string {
  return `Nada com você. ${count} com o seu setor.`;
}

const WEEKDAYS = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'];

/** The day column of a deadline: `Hoje`, `Amanhã`, `Sábado`, `Venceu há 3 dias`, over the date. */
export function dayWords(limitDate: CalendarDay, today: CalendarDay): { readonly name: string; readonly date: string } {
  const days = daysBetween(today, limitDate);
  const date = formatShortDay(limitDate);
  if (days < 0) return { name: days === -1 ? 'Venceu há 1 dia' : `Venceu há ${-days} dias`, date };
  if (limitDate === today) return { name: 'Hoje', date };
  if (limitDate === addDays(today, 1)) return { name: 'Amanhã', date };
  return { name: WEEKDAYS[weekdayOf(limitDate)] ?? '', date };
}
