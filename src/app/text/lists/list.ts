import { type DueGroup, type DueSpan, lastDayOf } from '#domain/deadlines.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { plural } from '../words/grammar.ts';
import { formatDueDay } from '../words/format.ts';

/** Words of the document lists (rules F). */
export const LIST = {
  noWindow: 'sem janela',
  noReason: 'não informada',
  title: 'Gerenciar documentos',
  phoneTitle: 'Documentos',
  exceptions: 'Exceções',
  administrator: 'Administrador',
  others: 'Outros setores',
  search: 'Buscar nos documentos',
  searchPlaceholder: 'Título, PMVI 042, ofício, pessoa',
  dates: 'Criados entre',
  filters: 'Filtros',
  saved: 'Buscas salvas',
  apply: 'Filtrar',
  clear: 'Limpar',
  clearFilters: 'Limpar filtros',
  order: { desc: 'Mais novos', asc: 'Mais antigos', due: 'Prazo mais próximo', due_desc: 'Prazo mais distante' },
  orderLabel: 'Ordenar',
  createdByMe: 'Criados por mim',
  empty: 'Sem documentos para gerenciar no momento',
  emptyLink: 'Clique aqui para cadastrar',
  noMatch: 'Nenhum documento com esses filtros.',
  noMatchHere: 'Nenhum documento deste aparelho com esses filtros.',
  noExceptions: 'Nenhum documento foi enviado como exceção.',
  downloadAll: 'Baixar anexos',
  downloaded: 'Anexos baixados',
  from: 'De',
  createdFrom: 'Criados de',
  createdTo: 'Criados até',
  to: 'Até',
  datesWrong: 'A data em De precisa ser anterior ou igual à data em Até.',
  status: 'Situação',
  anyStatus: 'Todas',
  organization: 'Setor',
  responsible: 'Responsável',
  subject: 'Assunto',
  loading: 'Carregando documentos',
  numbersHere: 'os números contam o que está neste aparelho',
  notHere: 'Os anexos ainda não foram guardados neste aparelho.',
} as const;

/** `75 documentos guardados neste aparelho`. */
export function keptText(count: number): string {
  return plural(count, {
    zero: 'nenhum documento guardado neste aparelho',
    one: '1 documento guardado neste aparelho',
    other: (n) => `${n} documentos guardados neste aparelho`,
  });
}

/**
 * `isPartial`: whether the server may have documents of this kind that a bounded copy leaves out
 * (S110).
 */
export type Part = { readonly isPartial?: boolean };

/**
 * Heard after a search or a filter: `12 documentos`, or `12 documentos neste aparelho` of a part.
 */
export function foundText(count: number, { isPartial = false }: Part = {}): string {
  const documents = plural(count, { zero: 'Nenhum documento', one: '1 documento', other: (n) => `${n} documentos` });
  return isPartial ? `${documents} neste aparelho` : documents;
}

/** Of a search without a connection (rule F10). `time`: when the device's data were current. */
export function foundHereText(time: string): string {
  return `Resultados deste aparelho, atualizados às ${time}`;
}

/** `Faltam anexos de 1 documento. O índice diz quais.` */
export function leftOutText(count: number): string {
  return `Faltam anexos de ${count === 1 ? '1 documento' : `${count} documentos`}. O índice diz quais.`;
}

// Words of the deadlines in lists and on the home.

export const DEADLINES = {
  label: 'Prazo',
  overdue: 'Atrasados',
  clear: 'Limpar',
  all: 'Ver todos os prazos',
  clearLabel: 'Limpar prazo',
} as const;

export const SPAN_NAME: Readonly<Record<DueSpan, string>> = {
  today: 'Hoje',
  week: 'Esta semana',
  ten_days: '10 dias',
};

/** The heading of a group: `Em atraso`, `Hoje`, `Até sábado, 21 de nov.`. */
export function groupName(group: DueGroup, today: CalendarDay): string {
  switch (group) {
    case 'overdue':
      return 'Em atraso';
    case 'today':
      return 'Hoje';
    case 'week':
    case 'ten_days':
      return `Até ${formatDueDay(lastDayOf(group, today))}`;
    case 'later':
      return 'Depois';
    case 'completed':
      return 'Finalizados';
  }
}

/** Of a list that is narrowed by deadline: `9 documentos em aberto`. */
export function openText(count: number): string {
  return plural(count, {
    zero: 'Nenhum documento em aberto',
    one: '1 documento em aberto',
    other: (n) => `${n} documentos em aberto`,
  });
}

/** The calm sentence of a choice that nothing is in. */
export function nothingDue(choice: { overdue: boolean; due: DueSpan | undefined }): string {
  const span = choice.due;
  if (span === undefined) return 'Nada em atraso.';
  const due = {
    today: 'Nada vence hoje.',
    week: 'Nada vence até sábado.',
    ten_days: 'Nada vence nos próximos 10 dias.',
  }[span];
  return choice.overdue ? `${due} E nada em atraso.` : due;
}
