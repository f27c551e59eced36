// Words of a later limit date (rules A8, A10).

import type { PersonRef } from '#contract/references.ts';
import { addDays, type CalendarDay, daysBetween } from '#domain/dates.ts';
import { formatDay, formatShortDay, formatWeekdayName, formatWeekdayShort } from './format.ts';
import { joined } from './grammar.ts';
import { fullName } from './names.ts';

export const EXTEND = {
  act: 'Prorrogar',
  title: 'Prorrogar o prazo',
  steps: 'Quantos dias a mais',
  newDate: 'Nova data limite',
  lacks: 'Falta: nova data limite, depois da atual',
  writeReason: 'Escrever o motivo',
  weekend: 'Esse dia cai no fim de semana.',
} as const;

/** How many days later than the present limit date can be chosen by one press. */
export const EXTEND_STEPS = [7, 15, 30] as const;

/** `Prazo de agora: segunda-feira, 23/11/2026.` */
export function presentDateText(day: CalendarDay): string {
  return `Prazo de agora: ${formatWeekdayName(day)}, ${formatDay(day)}.`;
}

/** `+15 dias` and `ter., 08/12`; the days count from the present limit date, not from today. */
export function stepOf(current: CalendarDay, days: number): { day: CalendarDay; text: string; detail: string } {
  const day = addDays(current, days);
  return { day, text: `+${days} dias`, detail: `${formatWeekdayShort(day)}, ${formatShortDay(day)}` };
}

/** `em 19 dias`; for the description of the field. */
export function daysAheadText(day: CalendarDay, today: CalendarDay): string {
  const days = daysBetween(today, day);
  return days === 1 ? 'Amanhã.' : `Em ${days} dias.`;
}

/** `Prorrogar até 08/12/2026`. */
export function extendUntil(day: CalendarDay | null): string {
  return day === null ? EXTEND.act : `${EXTEND.act} até ${formatDay(day)}`;
}

/** The message after extending names the new date: `Prazo prorrogado até 08/12/2026`. */
export function extendedText(day: CalendarDay): string {
  return `Prazo prorrogado até ${formatDay(day)}`;
}

/** Who goes on with the new date: `Caio Rezende Porto (SEMTRAN)`, `você`. */
export function withWhomText(people: readonly PersonRef[], selfId: number): string {
  return joined(
    people.map((one) => {
      if (one.id === selfId) return 'você';
      return one.organization === null ? fullName(one) : `${fullName(one)} (${one.organization.acronym})`;
    }),
  );
}
