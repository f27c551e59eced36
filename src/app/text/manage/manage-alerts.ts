import { type CalendarDay, daysBetween } from '#domain/dates.ts';
import { capitalized, formatShortDay, formatWeekdayName, plural } from '../words/format.ts';

export const MANAGE_ALERTS = {
  title: 'Gerenciar alertas',
  phoneTitle: 'Alertas',
  create: 'Criar alerta',
  createTitle: 'Criar alerta',
  editTitle: 'Editar alerta',
  search: 'Buscar alerta pelo título',
  placeholder: 'Título do alerta',
  loading: 'Carregando alertas',
  nameHead: 'Alerta',
  limitHead: 'Data limite',
  empty: 'Sem alertas para gerenciar no momento',
  emptyNext: 'Um alerta aparece no início de todas as pessoas até a data limite.',
  emptyLink: 'Clique aqui para cadastrar',
  noMatch: 'Nenhum alerta com esse título.',
  removeOne: 'Deseja mesmo deletar esse alerta?',
  insteadOfRemove: 'Para só tirar do Início, desative.',
  created: 'Alerta criado com sucesso',
  edited: 'Alerta editado com sucesso',
  send: 'Enviar',
  alert: 'O alerta',
  alertTitle: 'Título',
  limitDate: 'Data limite',
  description: 'Descrição',
  status: 'Status',
  statusNote: 'Ativo, o alerta aparece no Início e na lista de alertas de todos, até passar a data limite.',
  preview: 'Como vai aparecer no Início',
  previewTitle: 'Título do alerta',
  previewDescription: 'Descrição do alerta',
  previewLabel: 'Prévia do aviso de prazo',
  now: 'agora',
  needsDate: 'Escolha a data limite para ver como fica.',
  inactive: 'Inativo: não aparece no Início.',
  pastDate: 'A data limite já passou: não aparece no Início.',
  first: 'O Início mostra um alerta por vez, o de data mais próxima: será este.',
  gone: 'Este alerta não existe mais.',
  past: 'passou',
} as const;

/**
 * Words for the stages of an alert before and after its date, each with its colour on the home
 * (rule J5).
 */
export const STAGE_TEXT = {
  plain: 'sem cor: faltam mais de 10 dias',
  warn: 'laranja: faltam 10 dias ou menos',
  danger: 'vermelho: faltam 5 dias ou menos',
  gone: 'sai sozinho do Início',
} as const;

/** `Sexta-feira, em 8 dias.` */
export function limitDayText(day: CalendarDay, today: CalendarDay): string {
  const days = daysBetween(today, day);
  const name = capitalized(formatWeekdayName(day));
  if (days < 0) return `${name}, já passou.`;
  return `${name}, ${leftText(days)}.`;
}

/**
 * How many alerts the home shows before the one in the form: `Antes deste há 1: Prestação de
 * contas, 21/11.`
 */
export function beforeText(before: readonly { readonly title: string; readonly limit_date: CalendarDay }[]): string {
  const [next] = before;
  if (next === undefined) return MANAGE_ALERTS.first;
  const named = `${next.title}, ${formatShortDay(next.limit_date)}`;
  return `O Início mostra um alerta por vez, o de data mais próxima. Antes deste há ${before.length}: ${named}.`;
}

/** `12 alertas, 3 ativos`. */
export function alertsCount(all: number, active: number): string {
  if (all === 0) return 'Nenhum alerta';
  const alerts = plural(all, { zero: '', one: '1 alerta', other: (n) => `${n} alertas` });
  return `${alerts}, ${plural(active, { zero: 'nenhum ativo', one: '1 ativo', other: (n) => `${n} ativos` })}`;
}

export function removeAlerts(count: number): string {
  return `Deseja mesmo deletar estes ${count} alertas?`;
}

/** How long until the date of an alert: `em 8 dias`, `hoje`, `passou`. */
export function leftText(days: number): string {
  if (days < 0) return MANAGE_ALERTS.past;
  return plural(days, { zero: 'hoje', one: 'amanhã', other: (n) => `em ${n} dias` });
}

/** Words of the read-only alerts (rule J1). */
export const ALERTS = {
  title: 'Alertas',
  search: 'Buscar alerta pelo título',
  placeholder: 'Título do alerta',
  none: 'Não há alertas, por enquanto.',
  next: {
    writer: 'Crie um alerta, e ele aparece no início de todas as pessoas até a data limite.',
    reader: 'Recessos, prazos e avisos para todos aparecem aqui e no seu início.',
  },
  noMatchNext: 'Limpe a busca para ver todos, ou procure outra palavra do título.',
  noMatch: 'Nenhum alerta com esse título.',
  until: 'Até',
  endedOn: 'Encerrado em',
  loading: 'Carregando alertas',
} as const;

/** `2 encerrados`: alerts whose date has passed. */
export function endedAlertsText(count: number): string {
  return plural(count, { zero: 'Nenhum encerrado', one: '1 encerrado', other: (n) => `${n} encerrados` });
}
