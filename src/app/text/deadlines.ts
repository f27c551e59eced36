// Words of the deadlines in lists and on the home.

import { type DueGroup, type DueSpan, lastDayOf } from '#domain/deadlines.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { formatDueDay } from './format.ts';
import { plural } from './grammar.ts';

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
