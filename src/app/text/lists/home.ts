import { addDays, type CalendarDay, daysBetween, weekdayOf } from '#domain/dates.ts';
import { plural, joined, formatMoment, formatShortDay, formatWeekday, type Here, formatDay } from '../words/format.ts';
import type { ModelRow } from '#contract/reference-data.ts';
import type { CopyBound } from '#contract/copy-bound.ts';
import type { Cover } from '#mirror/questions/cover.ts';
import { numberText } from '#ui/base/locale-text.ts';
import { STATUS_LABEL } from '../words/document.ts';

/** Words of the home (rules G). */
export const HOME = {
  alertKind: 'Alerta para todos',
  updates: 'Suas atualizações',
  received: 'Últimos que recebeu',
  seeAll: 'Ver todos',
  seeMore: 'Ver mais',
  nothingReceived: 'Sem documentos recentes.',
  nothingNext: 'O que chegar para você aparece aqui.',
  documentModels: 'Modelos de documento',
  flowModels: 'Fluxo de documentos',
  noModels: 'Sem modelos por aqui. Os do seu setor aparecem quando forem enviados.',
  noFlows: 'Sem fluxos por aqui. Os do seu setor aparecem quando forem enviados.',
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
 * The days until the date of an alert, in two parts, so that phones can put one below the other:
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

/**
 * The day of a deadline in two parts: `Hoje`, `Amanhã`, `Sábado` or `Venceu há 3 dias`, and the
 * date.
 */
export function dayWords(limitDate: CalendarDay, today: CalendarDay): { readonly name: string; readonly date: string } {
  const days = daysBetween(today, limitDate);
  const date = formatShortDay(limitDate);
  if (days < 0) return { name: days === -1 ? 'Venceu há 1 dia' : `Venceu há ${-days} dias`, date };
  if (limitDate === today) return { name: 'Hoje', date };
  if (limitDate === addDays(today, 1)) return { name: 'Amanhã', date };
  return { name: WEEKDAYS[weekdayOf(limitDate)] ?? '', date };
}

export const NOT_ON_DEVICE = 'Sem conexão: estes documentos ainda não foram guardados aqui.';

/** The type of a model's files, as its card says it. */
export const MODEL_FILE_LABEL: Record<ModelRow['file_mime_type'], string> = { word: 'Word', pdf: 'PDF' };

/**
 * Words of a model's card. The home shows such cards, so these words are in its chunk and not in
 * that of the help.
 */
export const MODEL_CARD = { view: 'Ver', keptHere: 'Disponível sem internet' } as const;

// Words that tell what a bounded copy on this device has (S110).

/**
 * `documentos em aberto e os de 24/11/2024 em diante`, or `documentos em aberto, os de 24/11/2024
 * em diante e 44 mais antigos`.
 */
function coveredText({ since, older }: Cover): string {
  const more = older === 1 ? ['1 mais antigo'] : older > 1 ? [`${numberText(older, {})} mais antigos`] : [];
  return joined(['documentos em aberto', `os de ${formatDay(since)} em diante`, ...more]);
}

/** `Neste aparelho: documentos em aberto e os de 24/11/2024 em diante.` */
export function coverText(cover: Cover): string {
  return `Neste aparelho: ${coveredText(cover)}.`;
}

/**
 * Stands beneath the tiles of the home where the copy is bounded: what the tiles Enviados and
 * Finalizados count, which leave out older documents.
 */
export function countedText({ total, counted_at }: CopyBound, { cover, here }: { cover: Cover; here: Here }): string {
  const what = `Os números ${STATUS_LABEL.sent} e ${STATUS_LABEL.completed} contam o que está neste aparelho: ${coveredText(cover)}.`;
  return `${what} No servidor, você vê ${numberText(total, {})} documentos (contados ${formatMoment(counted_at, here)}).`;
}

// Words that tell what a bounded copy leaves out (S110).

export const OLDER = {
  search: 'Buscar no servidor',
  searching: 'Buscando no servidor…',
  more: 'Buscar mais no servidor',
  needsNetwork: 'Os mais antigos estão no servidor: para buscar é preciso internet.',
  login: 'Entre de novo para buscar no servidor.',
  copying: 'A cópia deste aparelho ainda está sendo feita. Tente de novo quando ela terminar.',
  later: 'O servidor não respondeu. Tente de novo.',
} as const;

/**
 * The result of a search on the server: how many documents created before `since`, the first day of
 * the bounded copy, have come.
 */
export function cameText({ came, total, since }: { came: number; total: number; since: CalendarDay }): string {
  const before = `antes de ${formatDay(since)}`;
  if (total === 0) return `O servidor não tem documentos criados ${before} que sirvam aqui.`;
  if (came < total) return `Vieram ${numberText(came, {})} de ${numberText(total, {})} documentos criados ${before}.`;
  if (total === 1) return `Veio o único documento criado ${before}. Ele fica aqui por 30 dias.`;
  return `Vieram os ${numberText(total, {})} documentos criados ${before}. Ficam aqui por 30 dias.`;
}
