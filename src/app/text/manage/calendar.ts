import type { CalendarDay } from '#domain/dates.ts';
import type { Holiday, HolidayKind } from '#domain/holidays.ts';
import { formatShortDay, formatWeekdayShort, plural } from '../words/format.ts';

export const CALENDAR = {
  title: 'Calendário',
  print: 'Imprimir',
  create: 'Novo dia',
  createTitle: 'Novo dia do calendário',
  editTitle: 'Editar dia do calendário',
  before: 'Ano anterior',
  after: 'Ano seguinte',
  loading: 'Carregando o calendário',
  undoCopy: 'Desfazer a cópia',
  copied: 'As festas móveis já mudaram de data. Enquanto estão a lápis, nenhuma contagem usa esses dias.',
  today: 'hoje',
  toCheck: 'a conferir',
  working: 'expediente normal',
  edit: 'Editar',
  remove: 'Excluir',
  adjust: 'Ajustar',
  day: 'Dia',
  card: 'O dia',
  name: 'Nome',
  namePlaceholder: 'Ex.: Aniversário da cidade',
  kind: 'Tipo',
  kindNote:
    'Prazos não são mudados por aqui: o calendário sugere, avisa e conta. Com “expediente normal”, um dia nacional ou de Carnaval volta a ser dia útil.',
  exempt: 'Setores que trabalham nesse dia',
  exemptPlaceholder: 'Nenhum setor',
  exemptHelp: 'Para eles o dia conta como dia útil. Ex.: saúde, guarda, defesa civil.',
  created: 'Dia incluído no calendário',
  edited: 'Dia do calendário editado com sucesso',
  gone: 'Este dia não está mais no calendário.',
  missingDay: 'dia',
  missingName: 'nome',
  late: 'Prazos que caem em folga',
  lateNone: 'Nenhum documento aberto deste aparelho vence em feriado ou ponto facultativo deste ano.',
  document: 'Documento',
  due: 'Vence em',
  next: 'Passa para',
  stays: 'só quem criou ou responde prorroga',
  all: 'Marcar todos',
  extend: 'Prorrogar',
  extending: 'Prorrogando…',
  ordinary:
    'São prorrogações comuns: ficam no histórico e avisam quem está com eles. O calendário nunca muda um prazo sozinho.',
} as const;

const KIND_WORDS: Readonly<Record<Holiday['kind'], string>> = {
  national: 'nacional',
  municipal: 'municipal',
  state: 'estadual',
  optional: 'ponto facultativo',
  working: CALENDAR.working,
};

/** The kinds of days that the form offers. National holidays are computed from the year. */
export const KIND_CHOICES: Readonly<Record<HolidayKind, string>> = {
  municipal: 'Feriado municipal',
  state: 'Feriado estadual',
  optional: 'Ponto facultativo',
  working: 'Expediente normal',
};

/** Words of the legend, by the marks that the calendar draws. */
export const LEGEND = { national: 'nacional', municipal: 'municipal', optional: 'facultativo' } as const;

/**
 * `ponto facultativo · trabalham SEMUS, GCM`. `sectors`: acronyms of the sectors that work on the
 * day.
 */
export function kindText(kind: Holiday['kind'], sectors: readonly string[]): string {
  const word = KIND_WORDS[kind];
  if (sectors.length === 0) return word;
  return `${word} · ${sectors.length === 1 ? 'trabalha' : 'trabalham'} ${sectors.join(', ')}`;
}

/** `Feriados e pontos facultativos · Vale do Ipê · 20 dias em 2027`. */
export function calendarMeta(tenant: string, { days, year }: { days: number; year: number }): string {
  return `Feriados e pontos facultativos · ${tenant} · ${daysText(days)} em ${year}`;
}

function daysText(count: number): string {
  return plural(count, { zero: 'nenhum dia', one: '1 dia', other: (n) => `${n} dias` });
}

export const daysOfText = (year: number): string => `Dias de ${year}`;

export const copyText = (year: number): string => `Copiar de ${year}`;

/**
 * Days copied from another year, in pencil until they are checked: `10 dias vieram de 2026 e
 * esperam a sua conferência.`
 */
export function copiedText(count: number, year: number): string {
  return plural(count, {
    zero: `Não há dias próprios em ${year} que faltem aqui.`,
    one: `1 dia veio de ${year} e espera a sua conferência.`,
    other: (n) => `${n} dias vieram de ${year} e esperam a sua conferência.`,
  });
}

/** The button that takes copied days into the calendar: `Conferi, vale para 2027`. */
export const takeCopyText = (year: number): string => `Conferi, vale para ${year}`;

/** `10 dias incluídos no calendário`. */
export function copyTakenText(count: number): string {
  return plural(count, { zero: '', one: CALENDAR.created, other: (n) => `${n} dias incluídos no calendário` });
}

/** `sex.`, `25/01`. */
export const dayWords = (day: CalendarDay) => ({ date: formatShortDay(day), weekday: formatWeekdayShort(day) });

/** `4 documentos abertos`. */
export function lateCount(count: number): string {
  return plural(count, { zero: '', one: '1 documento aberto', other: (n) => `${n} documentos abertos` });
}

/** `Prorrogar os 7 para 20/06`; without a day where the new dates differ. */
export function extendAllText(days: readonly CalendarDay[]): string {
  const [first] = days;
  const isOne = first !== undefined && days.every((day) => day === first);
  const to = isOne ? ` para ${formatShortDay(first)}` : '';
  if (days.length === 0) return CALENDAR.extend;
  return days.length === 1 ? `Prorrogar 1${to}` : `Prorrogar os ${days.length}${to}`;
}

/** `7 documentos prorrogados`. */
export function extendedAllText(count: number): string {
  return plural(count, { zero: '', one: '1 documento prorrogado', other: (n) => `${n} documentos prorrogados` });
}

export const checkFirst = (year: number): string => `Falta: conferir os dias de ${year}.`;

/** `2 setores trabalham`. */
export function exemptSectors(count: number): string {
  return plural(count, {
    zero: CALENDAR.exemptPlaceholder,
    one: '1 setor trabalha',
    other: (n) => `${n} setores trabalham`,
  });
}

/**
 * A holiday that the year brings on the chosen day: `Esse dia já é Tiradentes (nacional). O que
 * você salvar fica no lugar.`
 */
export function ofYearText({ name, kind }: Pick<Holiday, 'name' | 'kind'>): string {
  return `Esse dia já é ${name} (${KIND_WORDS[kind]}). O que você salvar fica no lugar.`;
}

/** The accessible name of a button in the row of a day: `Editar Aniversário da cidade, 25/01`. */
export const actLabel = (act: string, { name, day }: Pick<Holiday, 'name' | 'day'>): string =>
  `${act} ${name}, ${formatShortDay(day)}`;
