import type { DocumentType, LogAction } from '#domain/document-types.ts';
import type { Status, StatusFilter } from '#domain/status.ts';
import { type CalendarDay, daysBetween } from '#domain/dates.ts';
import { capitalized, formatDay, formatShortDay, formatWeekdayShort, plural } from './format.ts';

const WITHOUT_NUMBER = 'Sem número';

/**
 * `PMVI 042` for `PMVI042`: for titles and sentences, in which CSS can't draw the gap (rule C5).
 */
function spacedTicket(ticket: string): string {
  return ticket.replace(/(\D)(\d+)$/u, '$1 $2');
}

/**
 * How a sentence names a document: `PMVI 042`, or `o documento novo L-7F3A` before it has a number
 * (rule C6).
 */
export function documentName(document: { ticket: string | null; localCode: string | null }): string {
  if (document.ticket !== null) return spacedTicket(document.ticket);
  return document.localCode === null ? 'o documento novo' : `o documento novo ${document.localCode}`;
}

/** How a heading names a document: `PMVI 042`, or `Sem número · L-7F3A`. */
export function documentHeading(document: { ticket: string | null; localCode: string | null }): string {
  if (document.ticket !== null) return spacedTicket(document.ticket);
  return document.localCode === null ? WITHOUT_NUMBER : `${WITHOUT_NUMBER} · ${document.localCode}`;
}

// The words of statuses (rule J1). The record is exhaustive, so a status without a word does not
// compile.

export const STATUS_LABEL: Record<StatusFilter, string> = {
  sent: 'Enviados',
  pending: 'Pendente',
  under_review: 'Tramitando',
  extended: 'Prorrogado',
  overdue: 'Em atraso',
  completed: 'Finalizado',
  unfinished: 'Em andamento',
  exception: 'Exceção',
};

export const EXCEPTION_TAG = 'exceção';
/** The tag of an exception in the header of a document, in prescribed words (rule J1). */
export const EXCEPTION_HEADER_TAG = 'Exceções';

/** Shown in place of the status while the document is not on the server yet. */
export const LOCAL_LABEL = 'A enviar';

const STATUS_MEANING: Record<Exclude<Status, 'overdue'> | 'sent', string> = {
  sent: 'todos os que foram enviados',
  pending: 'ainda não visto',
  under_review: 'enviado, em andamento',
  extended: 'a data limite foi adiada',
  completed: 'visto e concluído',
};

/**
 * What a status means, for its tooltip. For an overdue document this depends on whether a
 * responsible has seen it (rule A2).
 */
export function statusMeaning(status: Status, seenByResponsible: boolean): string {
  if (status !== 'overdue') return STATUS_MEANING[status];
  return seenByResponsible ? 'visto, sem conclusão' : 'não visto até o prazo';
}

/**
 * What the number of a tile counts, for its tooltip. `isBounded`: the device has a bounded copy, so
 * the server may have more completed documents (S110).
 */
export function tileMeaning(tile: Status | 'sent', isBounded: boolean): string {
  if (tile === 'overdue') return `${statusMeaning(tile, false)}, ou ${statusMeaning(tile, true)}`;
  const isPartial = isBounded && (tile === 'sent' || tile === 'completed');
  return isPartial ? `${STATUS_MEANING[tile]}, entre os que estão neste aparelho` : STATUS_MEANING[tile];
}

export const TYPE_LABEL: Record<DocumentType, string> = {
  general_document: 'Documento Geral',
  contract_amendment: 'Contratos e Aditivos',
  termination: 'Rescisão',
};

export const LOG_ACTION_LABEL: Record<LogAction, string> = {
  creation: 'Criou',
  view: 'Visualizou',
  transfer: 'Transferiu',
  extension: 'Prorrogou',
  completion: 'Finalizou',
  reopening: 'Reabriu',
};

// The line that tells when a document is due (src/app/experience.md, experience W3), and its tone.

type DueTone = 'plain' | 'warn' | 'danger' | 'overdue';
export type Due = { readonly text: string; readonly tone: DueTone };

/** The most days left with which a date is red (rule J5). */
export const DANGER_DAYS = 5;
/** The most days left with which a date is orange (rule J5). */
export const WARN_DAYS = 10;

export function toneOfDays(days: number): DueTone {
  if (days < 0) return 'overdue';
  if (days <= DANGER_DAYS) return 'danger';
  return days <= WARN_DAYS ? 'warn' : 'plain';
}

type DueFacts = { readonly status: Status; readonly limitDate: CalendarDay };

/**
 * `Vence em 4 dias`, `Vence amanhã`, `Vence hoje`, `Venceu há 2 dias`, `Finalizado em 17/11`.
 * `completedOn`: null where the day is not known.
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

/** For narrow places: `Em 11 dias` for `Vence em 11 dias`. */
export function shortDue(due: Due): Due {
  return { ...due, text: due.text.replace(/^Vence em /, 'Em ') };
}

/** The least number of days away at which a date has its year in place of its weekday. */
const WEEKDAYS_UNTIL = 14;

/**
 * When a document of a list is due, as a date: `Amanhã, 20/11`, `Seg., 23/11`, `15/12/2026`. A date
 * that has passed or is today is red, and words say the same.
 */
export function dueDay(facts: DueFacts, at: { today: CalendarDay; completedOn: CalendarDay | null }): Due {
  const days = daysBetween(at.today, facts.limitDate);
  if (facts.status === 'completed' || days <= 0) return dueText(facts, at);
  if (days >= WEEKDAYS_UNTIL) return { text: formatDay(facts.limitDate), tone: 'plain' };
  const day = days === 1 ? 'Amanhã' : capitalized(formatWeekdayShort(facts.limitDate));
  return { text: `${day}, ${formatShortDay(facts.limitDate)}`, tone: 'plain' };
}

/**
 * The small line under a date in the table. It says `em N dias` only above 0. On the day itself it
 * says `vence hoje`, unless the document is completed (rule A11).
 */
export function dueHint(facts: DueFacts, today: CalendarDay): Due | null {
  const days = daysBetween(today, facts.limitDate);
  if (days < 0) return null;
  if (days === 0) return facts.status === 'completed' ? null : { text: 'vence hoje', tone: 'danger' };
  return { text: days === 1 ? 'amanhã' : `em ${days} dias`, tone: 'plain' };
}

/**
 * The first words of a text, cut between two words, with … where more follows. The text must have
 * single spaces only (plainTextOf).
 */
export function excerptOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const space = cut.lastIndexOf(' ');
  return `${space === -1 ? cut : cut.slice(0, space)}…`;
}

/**
 * The words around the passage from `from` to `to` of a text, about `length` characters, cut
 * between words, with … where something is left out. The text must have single spaces only.
 */
export function excerptAround(
  text: string,
  { from, to, length }: { from: number; to: number; length: number },
): string {
  if (text.length <= length) return text;
  const before = Math.max(0, from - Math.floor((length - (to - from)) / 3));
  const start = before === 0 ? 0 : Math.min(from, text.indexOf(' ', before - 1) + 1 || from);
  const rest = text.slice(start);
  return `${start === 0 ? '' : '…'}${excerptOf(rest, Math.max(length, to - start))}`;
}
