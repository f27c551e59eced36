// Words of a printed document, and of the buttons that print.

import type { Network } from '#mirror/questions/connection.ts';
import { addDays, type CalendarDay, dayAt } from '#domain/dates.ts';
import { zoneText } from '#ui/base/locale-text.ts';
import { formatDay, formatTime, formatWeekdayName, formatWeekdayShort } from '../words/format.ts';
import { plural } from '../words/grammar.ts';
import { stopNote } from './view-document.ts';

export const PRINT = {
  print: 'Imprimir',
  keys: 'Ctrl P',
  thread: 'Tramitação',
  history: 'Histórico',
  path: 'Percurso',
  createdOn: 'Criado em',
  deadline: 'Data limite',
  when: 'Quando',
  who: 'Quem',
  what: 'O quê',
  localCopy: 'CÓPIA LOCAL',
  localCopyNote: 'O que está tracejado existe só neste aparelho e pode mudar.',
  pencil: 'A lápis: só neste aparelho, ainda não enviado',
  pencilRecord: 'ainda não registrado',
  offlineDetails: 'O texto e os arquivos deste documento ainda não foram guardados neste aparelho.',
  pageOf: ' de ',
  page: 'página ',
  ofThisPrinting: ' desta impressão',
  incomplete: 'Há documentos sem o texto neste aparelho',
  incompleteDetail: 'Eles saem só com as informações. Abra-os com internet e imprima de novo.',
} as const;

/** `23/11/2026, segunda-feira`. */
export function dayWithWeekday(day: CalendarDay): string {
  return `${formatDay(day)}, ${formatWeekdayName(day)}`;
}

/** `12/11/2026 às 08:47`. `at` is epoch milliseconds or an ISO instant. */
export function printedMoment(at: number | string, zone: string): string {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return `${formatDay(dayAt(ms, zone))} às ${formatTime(ms, zone)}`;
}

/**
 * `qui., 12/11/2026 · 08:47`: the time of a message. No word like "hoje", because paper outlives
 * the day.
 */
export function printedStamp(at: string, zone: string): string {
  const day = dayAt(Date.parse(at), zone);
  return `${formatWeekdayShort(day)}, ${formatDay(day)} · ${formatTime(at, zone)}`;
}

/** `SEMOB (3 dias)`, `SEMTRAN (desde 16/11/2026)`: a stop on the document's way. */
export function printedStop(stop: { acronym: string; days: number; current: boolean }, today: CalendarDay): string {
  const note = stop.current ? `desde ${formatDay(addDays(today, -stop.days))}` : stopNote(stop);
  return `${stop.acronym} (${note})`;
}

/** `contém 1 item ainda não enviado`. */
export function unsentText(count: number): string {
  return plural(count, {
    zero: 'pode não estar completa',
    one: 'contém 1 item ainda não enviado',
    other: (n) => `contém ${n} itens ainda não enviados`,
  });
}

/**
 * `em 19/11/2026 às 14:35 (horário de Brasília)`, and `, sem conexão` when it was printed without
 * network.
 */
export function printedAtText(at: number, { zone, network }: { zone: string; network: Network }): string {
  const words = network === 'ok' || network === 'unstable' ? '' : ', sem conexão';
  return `em ${printedMoment(at, zone)} (${zoneText(zone)})${words}.`;
}

/**
 * `Conferido com o servidor às 14:32`; with the day when that was not today. Null before the first
 * contact.
 */
export function checkedText(at: number | null, here: { zone: string; today: CalendarDay }): string | null {
  if (at === null) return null;
  const isToday = dayAt(at, here.zone) === here.today;
  return isToday
    ? `Conferido com o servidor às ${formatTime(at, here.zone)}.`
    : `Conferido com o servidor em ${printedMoment(at, here.zone)}.`;
}
