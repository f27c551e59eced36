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
  told: 'Vai para os avisos',
  stays: 'Continua com você.',
  isWith: 'com quem está',
  made: 'que enviou',
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

/** `em 19 dias`, `amanhã`; for inside the field. */
export function daysAheadText(day: CalendarDay, today: CalendarDay): string {
  const days = daysBetween(today, day);
  return days === 1 ? 'amanhã' : `em ${days} dias`;
}

/** `Prorrogar até 08/12/2026`. */
export function extendUntil(day: CalendarDay | null): string {
  return day === null ? EXTEND.act : `${EXTEND.act} até ${formatDay(day)}`;
}

/** The message after extending names the new date: `Prazo prorrogado até 08/12/2026`. */
export function extendedText(day: CalendarDay): string {
  return `Prazo prorrogado até ${formatDay(day)}`;
}

type ExtensionPeople = { readonly responsibles: readonly PersonRef[]; readonly creator: PersonRef };

/**
 * Whose Avisos the extension will be in: `Caio Rezende Porto (SEMTRAN)`, who is with the document, and `Jaqueline Sampaio
 * (GAB)`, who made it. The person who extends is not told. Each list is empty or has names.
 */
export function toldOf({ responsibles, creator }: ExtensionPeople, selfId: number): { with: string; maker: string } {
  const others = responsibles.filter((one) => one.id !== selfId);
  const isApart = creator.id !== selfId && others.every((one) => one.id !== creator.id);
  return { with: withWhomText(others, selfId), maker: isApart ? withWhomText([creator], selfId) : '' };
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
