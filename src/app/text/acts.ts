// Names of the acts on a document, and what is true of each now.

import type { OrganizationRef, PersonRef } from '#contract/references.ts';
import { type CalendarDay, daysBetween } from '#domain/dates.ts';
import { EXTEND, withWhomText } from './extend.ts';
import { formatDay } from './format.ts';
import { joined } from './grammar.ts';

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
