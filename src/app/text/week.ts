import type { CalendarDay } from '#domain/dates.ts';
import { formatWeekday } from './format.ts';

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
