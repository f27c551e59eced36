import { addDays, type CalendarDay, daysBetween, weekdayOf } from '#domain/dates.ts';
import type { KeptDraft } from '#mirror/questions/kept-drafts.ts';
import { plural } from '../words/grammar.ts';
import { formatMoment, formatShortDay, formatWeekday, type Here } from '../words/format.ts';
import { draftSentence } from '../sending/outbox.ts';

/** Words of the home (rules G). */
export const HOME = {
  updates: 'Suas atualizações',
  received: 'Últimos que recebeu',
  seeAll: 'Ver todos',
  seeMore: 'Ver mais',
  nothingReceived: 'Sem documentos recentes.',
  documentModels: 'Modelos de documento',
  flowModels: 'Fluxo de documentos',
  noModels: 'Sem modelos por aqui.',
  noFlows: 'Sem fluxos por aqui.',
  search: 'Buscar documento, setor ou pessoa',
  searchPlaceholder: 'Documento, setor ou pessoa',
  create: 'Criar documento',
  createShort: 'Criar',
  download: 'baixar',
  dismiss: 'Dispensar o aviso até amanhã',
} as const;

/** `Boa tarde, Rosângela`. `hour` is 0–23 in the tenant's zone. */
export function greeting(hour: number, name: string): string {
  const words = hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde';
  return `${words}, ${name}`;
}

/**
 * The number of the deadline banner, in two parts so that phones can put one below the other:
 * `Faltam` / `8 dias` (rule G1).
 */
export function remaining(days: number): { readonly lead: string; readonly rest: string } {
  if (days === 0) return { lead: 'Vence', rest: 'hoje' };
  return days === 1 ? { lead: 'Falta', rest: '1 dia' } : { lead: 'Faltam', rest: `${days} dias` };
}

/** What a screen reader hears after a tile's number: `e mais 1 ainda não enviado`. */
export function pencilSpoken(delta: number): string {
  const count = Math.abs(delta);
  const sent = plural(count, { zero: '', one: 'ainda não enviado', other: () => 'ainda não enviados' });
  return `e ${delta > 0 ? 'mais' : 'menos'} ${count} ${sent}`;
}

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

export const NOT_ON_DEVICE = 'Sem conexão: estes documentos ainda não foram guardados aqui.';

/** Words of a draft where its author finds it again (rule C16). */
export const DRAFT_TEXT = {
  one: 'Rascunho',
  many: 'Rascunhos',
  onlyHere: 'só neste aparelho',
  continue: 'Continuar rascunho',
  options: 'Opções do rascunho',
  startOver: 'Começar do zero',
  discard: 'Descartar',
} as const;

/** `Medição de novembro`; what the draft is about when it has no title: `Responder PMVI 042`. */
export function draftTitle(draft: KeptDraft): string {
  if (draft.reply !== null) return draft.reply.title || draftSentence(draft);
  return draft.title.trim() === '' ? draftSentence(draft) : draft.title.trim();
}

/** `Documento novo · salvo hoje às 11:08`, `Responder PMVI 042 · salvo ontem às 16:05`. */
export function draftMeta(draft: KeptDraft, here: Here): string {
  const about = draft.reply === null && draft.form === null ? 'Documento novo' : draftSentence(draft);
  return `${about} · salvo ${formatMoment(draft.savedAtMs, here)}`;
}

/** `Medição de novembro · salvo hoje às 11:08`: the draft in one line. */
export function draftLine(draft: KeptDraft, here: Here): string {
  const title = draft.reply === null ? draftTitle(draft) : draftSentence(draft);
  return `${title} · salvo ${formatMoment(draft.savedAtMs, here)}`;
}

/** `+2`: how many more drafts there are; its accessible name says `Mais 2 rascunhos`. */
export function moreDrafts(count: number): { readonly text: string; readonly name: string } {
  return { text: `+${count}`, name: count === 1 ? 'Mais 1 rascunho' : `Mais ${count} rascunhos` };
}
