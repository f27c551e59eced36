// Names of the acts on a document, and what is true of each now.

import type { OrganizationRef, PersonRef } from '#contract/references.ts';
import { addDays, type CalendarDay, daysBetween } from '#domain/dates.ts';
import { formatDay, formatShortDay, formatWeekdayName, formatWeekdayShort } from '../words/format.ts';
import { joined } from '../words/grammar.ts';
import { fullName } from '../words/names.ts';

// Words of a later limit date (rules A8, A10).

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
 * Whose Avisos the extension will be in: `Caio Rezende Porto (SEMTRAN)`, who is with the document,
 * and `Jaqueline Sampaio (GAB)`, who made it. The person who extends is not told. Each list is
 * empty or has names.
 */
export function toldOf({ responsibles, creator }: ExtensionPeople, selfId: number): { with: string; maker: string } {
  const others = responsibles.filter((one) => one.id !== selfId);
  const isApart = creator.id !== selfId && others.every((one) => one.id !== creator.id);
  return { with: withWhomText(others, selfId), maker: isApart ? withWhomText([creator], selfId) : '' };
}

/** Who goes on with the new date: `Caio Rezende Porto (SEMTRAN)`, `você`. */
function withWhomText(people: readonly PersonRef[], selfId: number): string {
  return joined(
    people.map((one) => {
      if (one.id === selfId) return 'você';
      return one.organization === null ? fullName(one) : `${fullName(one)} (${one.organization.acronym})`;
    }),
  );
}

export const ACT_TEXT = {
  complete: 'Concluir',
  completeDetail: 'Depois disso só se responde reabrindo.',
  reopen: 'Reabrir',
  reopenDetail: 'Volta a Tramitando e aceita respostas.',
  transfer: 'Transferir',
  extend: EXTEND.act,
  reassign: 'Redistribuir',
  reassignDetail: 'Para outra pessoa, com um motivo por escrito.',
  format: 'Responder com formatação',
  formatDetail: 'Negrito, listas, títulos e letra; transferir e nova data na mesma resposta.',
  more: 'Mais',
} as const;

/** Title of the sheet: `O que fazer com PMVI 042`. */
export function moreTitle(name: string): string {
  return `O que fazer com ${name}`;
}

type Assignment = { readonly responsibles: readonly PersonRef[]; readonly organizations: readonly OrganizationRef[] };

/** `Está com Caio Rezende Porto (SEMTRAN).` */
export function transferDetail({ responsibles }: Assignment, selfId: number): string {
  return responsibles.length === 0 ? 'Está sem responsável.' : `Está com ${withWhomText(responsibles, selfId)}.`;
}

/** `Vence em 23/11/2026, em 4 dias.` */
export function extendDetail(day: CalendarDay, today: CalendarDay): string {
  const days = daysBetween(today, day);
  const when = days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias`;
  return `Vence em ${formatDay(day)}, ${when}.`;
}

/** `Está com SEMTRAN: cabe ao gestor de lá` (rule A14). */
export function reassignReason({ organizations }: Assignment): string {
  const sectors = organizations.map((sector) => sector.acronym);
  return sectors.length === 0
    ? 'Está sem setor: cabe ao administrador'
    : `Está com ${joined(sectors)}: cabe ao gestor de lá`;
}

// Words of completing and reopening (rules A3, A7).

export const COMPLETE = {
  title: 'Concluir processo',
  question: 'Quer mesmo concluir esse processo?',
  warning: 'Depois disso, novas interações só serão possíveis se o documento for reaberto.',
  confirm: 'Concluir',
  done: 'Documento finalizado',
  overdue: 'Em atraso: reabra com nova data limite para concluir',
} as const;

export const REOPEN = {
  title: 'Reabrir documento',
  question: 'Quer mesmo reabrir esse processo?',
  confirm: 'Reabrir',
  done: 'Documento reaberto',
  date: 'Data limite',
  newDate: 'Nova data limite',
  lacks: 'Falta: nova data limite',
  passed: 'A data limite passou. Escolha uma nova, a partir de hoje.',
  keep: 'Pode ficar como está ou ser adiada.',
  thenComplete: 'Concluir em seguida',
  both: 'Reabrir e concluir',
} as const;

// Words of "Redistribuir" (rule A14).

export const REASSIGN = {
  title: 'Redistribuir documento',
  explanation: 'Para um documento parado, como quando quem cuida dele saiu. O motivo fica no histórico.',
  reason: 'Motivo',
  reasonHint: 'Por exemplo: de férias até 15 de janeiro.',
  act: 'Redistribuir',
  done: 'Documento redistribuído',
  responsible: 'responsável',
} as const;

export const REASON_MAX = 1000;
