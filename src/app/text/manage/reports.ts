// Words of the reports on screen and on paper. The names of columns are in
// `contract/report-words.ts`, because sheets use them too. The definitions tell what
// `server/queries/report-figures.ts` counts.

import { monthText } from '#ui/base/locale-text.ts';
import { COLUMN_WORDS } from '#contract/report-words.ts';
import { type ReportColumn, rowKindOf } from '#contract/reports.ts';
import { type CalendarDay, lengthOfMonth } from '#domain/dates.ts';
import type { PeriodName, Report } from '#domain/reports.ts';
import { dayName, formatDay, formatMonth, formatShortDay, formatTime, type Here, plural } from '../words/format.ts';

export const REPORT = {
  title: 'Relatórios',
  tabsLabel: 'Qual relatório',
  period: 'Período',
  sector: 'Setor',
  allSectors: 'Todos os setores',
  from: 'De',
  to: 'Até',
  csv: 'Baixar CSV',
  print: 'Imprimir',
  asking: 'Contando os documentos',
  again: 'Tentar de novo',
  total: 'Todos',
  subject: 'Assunto',
  person: 'Pessoa',
  people: 'Por pessoa do seu setor',
  bySector: 'Por setor',
  bySubject: 'Por assunto',
  meaning: 'O que cada número conta',
  nothing: '–',
  lateToday: 'Em atraso hoje',
  onTime: 'No prazo',
  empty: { title: 'Nada neste período', text: 'Mude o período ou o setor.' },
  emptyLoad: {
    title: 'Nenhum documento em andamento',
    text: 'Os documentos não finalizados aparecem aqui, por setor.',
  },
  tooLong: 'Escolha datas em ordem, de 01/01/2024 em diante, e um período de até 5 anos.',
  needsLogin: 'A sua sessão terminou. Entre de novo para ver os números do servidor.',
  unanswered: 'O servidor não respondeu.',
  noReports: 'Este servidor não tem relatórios.',
  fromServerOnly: 'Este relatório vem do servidor. Conecte-se à internet para ver.',
  noSector: 'Você não está em nenhum setor. Peça a quem administra os usuários.',
  sight: 'Os números contam todos os documentos; as listas mostram os que você pode ver.',
} as const;

export const PERIOD_WORDS: Readonly<Record<PeriodName, string>> = {
  mes: 'Este mês',
  passado: 'Mês passado',
  ano: 'Este ano',
  outro: 'De … até',
};

type BarWords = {
  readonly title: string;
  readonly parts: readonly string[];
  /** The words of the parts for a single document, where they differ. */
  readonly one?: readonly string[];
};

/** The bar of each report: its title, and the words of its parts in their order. */
export const BAR_WORDS: Readonly<Record<Report, BarWords>> = {
  deadlines: {
    title: 'Como foram finalizados',
    parts: ['no prazo original', 'no prazo, depois de prorrogado', 'fora do prazo'],
  },
  times: {
    title: 'Abertos e não abertos',
    parts: ['abertos', 'não abertos'],
    one: ['aberto', 'não aberto'],
  },
  load: { title: 'No prazo e em atraso', parts: ['no prazo', 'em atraso'] },
  exceptions: { title: 'Como exceção, entre todos', parts: ['dentro da janela', 'como exceção'] },
  extensions: { title: 'Quantas vezes', parts: ['uma vez', 'duas vezes', 'três ou mais'] },
};

/** `1 aberto`, `3 em atraso`: a part of a bar in words. */
export function barPartText(report: Report, { at, count }: { at: number; count: number }): string {
  const { parts, one = parts } = BAR_WORDS[report];
  return `${count} ${(count === 1 ? one : parts)[at] ?? ''}`;
}

type Definition = { readonly term: string; readonly text: string };

const SECTOR: Definition = {
  term: 'Setor',
  text: 'O setor em que o documento está hoje. Um documento em dois setores conta nos dois, e uma vez no total.',
};
const RECEIVED: Definition = { term: 'Recebidos', text: 'Documentos criados no período.' };
const COMPLETED: Definition = {
  term: 'Finalizados',
  text: 'Documentos finalizados cuja última conclusão caiu no período. Reabertos não contam.',
};
const SEEN: Definition = {
  term: 'Até ver',
  text: 'Mediana: da chegada ao responsável, no período, até um dos responsáveis abrir o documento.',
};
const TOOK: Definition = {
  term: 'Até concluir',
  text: 'Mediana: da criação à última conclusão. Dias úteis pelo calendário do município, sem o primeiro dia.',
};
const DAY: Definition = {
  term: 'Dia de cada ato',
  text: 'O dia em que foi feito, mesmo sem rede; se o relógio do aparelho não era confiável, o dia em que chegou.',
};
const LATE: Definition = {
  term: 'Em atraso',
  text: 'Não finalizados com data limite antes de hoje, em qualquer período.',
};

/** What the numbers of each report count, in words for its readers. */
export const DEFINITIONS: Readonly<Record<Report, readonly Definition[]>> = {
  deadlines: [
    {
      term: 'No prazo',
      text: 'O dia da conclusão não passa da data limite que valia nesse dia; “no prazo original” conta só a primeira data.',
    },
    COMPLETED,
    RECEIVED,
    LATE,
    SEEN,
    TOOK,
    SECTOR,
    DAY,
  ],
  times: [
    SEEN,
    { term: 'Não abertos', text: 'Chegaram ao responsável no período, e nenhum dos responsáveis abriu ainda.' },
    COMPLETED,
    TOOK,
    {
      term: 'No setor',
      text: 'Mediana, em dias: da chegada ao setor até sair dele, por transferência ou conclusão, no período. Conta o setor de que saiu.',
    },
    DAY,
  ],
  load: [
    { term: 'Em andamento', text: 'Documentos não finalizados, com os que estão em atraso. Não depende do período.' },
    LATE,
    { term: 'Mais antigo', text: 'O dia em que foi criado o mais antigo dos que estão em andamento.' },
    SECTOR,
  ],
  exceptions: [
    { term: 'Exceções', text: 'Documentos criados no período, enviados fora da janela do assunto.' },
    {
      term: 'De todos',
      text: 'A parte dos enviados como exceção entre todos os documentos do assunto criados no período.',
    },
    SECTOR,
  ],
  extensions: [
    { term: 'Prorrogados', text: 'Documentos que tiveram a data limite prorrogada no período, e quantas vezes.' },
    { term: 'Prorrogações por documento', text: 'Média entre os que foram prorrogados.' },
    SECTOR,
    DAY,
  ],
};

/** `1 a 19 de novembro de 2026`; across months `01/10/2026 a 19/11/2026`. */
export function periodText(from: CalendarDay, to: CalendarDay): string {
  if (from === to) return formatDay(from);
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${formatDay(from)} a ${formatDay(to)}`;
  return `${Number(from.slice(8))} a ${Number(to.slice(8))} de ${formatMonth(from)}`;
}

/**
 * The earlier period that a report is compared with: `outubro, 1 a 19`; `2025, até 19/11`; `13/10 a
 * 31/10`.
 */
export function beforeText(from: CalendarDay, to: CalendarDay): string {
  if (from.slice(0, 7) === to.slice(0, 7) && from.endsWith('-01')) {
    const month = monthText(Number(from.slice(5, 7)));
    return Number(to.slice(8)) === lengthOfMonth(to) ? month : `${month}, 1 a ${Number(to.slice(8))}`;
  }
  if (from.endsWith('-01-01') && from.slice(0, 4) === to.slice(0, 4))
    return `${from.slice(0, 4)}, até ${formatShortDay(to)}`;
  return `${formatDay(from)} a ${formatDay(to)}`;
}

/**
 * `+14 que em outubro`; `igual a outubro`. `unit`: what follows the number, such as percentage
 * points for a share.
 */
export function differenceText(difference: number, { than, unit = '' }: { than: string; unit?: string }): string {
  if (difference === 0) return `igual a ${than}`;
  return `${difference > 0 ? '+' : '−'}${numberText(Math.abs(difference))}${unit} que em ${than}`;
}

/** `75 % no prazo original`. */
export function originalText(original: number, completed: number): string {
  return `${Math.round((original / completed) * 100)} % no prazo original`;
}

const MINUTES_A_DAY = 1440;

/** A number with at most one decimal, after a comma. */
function numberText(value: number): string {
  return String(Math.round(value * 10) / 10).replace('.', ',');
}

/** `40 min`, `1 h 05`, `3 h`, `2 dias`. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  if (whole < MINUTES_A_DAY) {
    const rest = whole % 60 === 0 ? '' : ` ${String(whole % 60).padStart(2, '0')}`;
    return `${Math.floor(whole / 60)} h${rest}`;
  }
  return daysText(whole / MINUTES_A_DAY);
}

/**
 * `0 dias`, `0,5 dia`, `1,5 dia`, `2 dias`: in Portuguese a number between 0 and 2 takes the
 * singular.
 */
function daysText(days: number): string {
  const tenths = Math.round(days * 10);
  return `${numberText(days)} ${tenths > 0 && tenths < 20 ? 'dia' : 'dias'}`;
}

export function valueText(column: ReportColumn, value: number | string | null): string {
  if (value === null) return REPORT.nothing;
  if (typeof value === 'string') return formatDay(value);
  if (column === 'seen_minutes') return minutesText(value);
  if (column === 'on_time_share' || column === 'exceptions_share') return `${Math.round(value)} %`;
  if (column === 'days' || column === 'stay_days') return daysText(value);
  return numberText(value);
}

/** Where the numbers come from: `do servidor, hoje às 14:32`. */
export function sourceText(at: string, here: Here): string {
  return `do servidor, ${dayName(at, here)} às ${formatTime(at, here.zone)}`;
}

/**
 * The numbers are counted on this device, which can't measure durations: `deste aparelho, às 14:32,
 * sem tempos`.
 */
export function deviceText(at: string, zone: string): string {
  return `deste aparelho, às ${formatTime(at, zone)}, sem tempos`;
}

/** The accessible name of a number in a table: `5, Finalizados, SEMOB`. */
export function numberLabel(column: ReportColumn, { text, row }: { text: string; row: string }): string {
  return `${text}, ${COLUMN_WORDS[column].title}, ${row}`;
}

/** The name of the row of totals: `Todos os 12 setores`. */
export function totalText(report: Report, rows: number): string {
  if (rowKindOf(report) === 'subject')
    return plural(rows, { zero: 'Nenhum', one: 'O assunto', other: (n) => `Os ${n} assuntos` });
  return plural(rows, { zero: 'Nenhum setor', one: 'O setor', other: (n) => `Todos os ${n} setores` });
}
