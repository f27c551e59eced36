// The words of reports, on their screens, on paper and in their sheets.

import type { Figure } from '#domain/report-figures.ts';
import type { Report } from '#domain/reports.ts';
import type { ReportColumn } from './reports.ts';

export const REPORT_NAMES: Readonly<Record<Report, string>> = {
  deadlines: 'Prazos',
  times: 'Tempos',
  load: 'Carga',
  exceptions: 'Exceções',
  extensions: 'Prorrogações',
};

/**
 * What a column is called on screen. In a sheet its title may be another one, which names the unit.
 */
export const COLUMN_WORDS: Readonly<
  Record<ReportColumn | Figure, { readonly title: string; readonly sheet?: string }>
> = {
  received: { title: 'Recebidos' },
  completed: { title: 'Finalizados' },
  on_time: { title: 'No prazo' },
  on_original: { title: 'No prazo original' },
  on_extended: { title: 'No prazo, depois de prorrogado' },
  out_of_time: { title: 'Fora do prazo' },
  on_time_share: { title: 'No prazo', sheet: 'No prazo (%)' },
  late: { title: 'Em atraso' },
  seen: { title: 'Abertos' },
  unseen: { title: 'Não abertos' },
  seen_minutes: { title: 'Até ver', sheet: 'Até ver (horas)' },
  days: { title: 'Até concluir', sheet: 'Até concluir (dias)' },
  working_days: { title: 'Até concluir, dias úteis' },
  left: { title: 'Saíram do setor' },
  stay_days: { title: 'No setor', sheet: 'No setor (dias)' },
  open: { title: 'Em andamento' },
  oldest: { title: 'Mais antigo', sheet: 'Mais antigo, criado em' },
  exceptions: { title: 'Exceções' },
  exceptions_share: { title: 'De todos', sheet: 'De todos (%)' },
  extended: { title: 'Prorrogados' },
  extended_once: { title: 'Uma vez' },
  extended_twice: { title: 'Duas vezes' },
  extended_more: { title: 'Três ou mais' },
  extensions_each: { title: 'Prorrogações por documento' },
};

export const ALL_ROWS = 'Todos';
