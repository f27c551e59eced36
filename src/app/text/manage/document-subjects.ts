import { type CalendarDay, dayOfMonth, daysBetween, lengthOfMonth } from '#domain/dates.ts';
import { formatLongWeekday, formatShortDay, formatWeekdayName, plural } from '../words/format.ts';

export const SUBJECTS = {
  title: 'Gerenciar assuntos de documento',
  phoneTitle: 'Assuntos',
  create: 'Criar assunto',
  createTitle: 'Criar assunto de documento',
  edit: 'Editar assunto',
  editTitle: 'Editar assunto de documento',
  search: 'Buscar assunto pelo nome',
  placeholder: 'Nome do assunto',
  loading: 'Carregando assuntos de documento',
  nameHead: 'Assunto',
  windowHead: 'Janela de envio',
  exemptHead: 'Setores isentos',
  empty: 'Sem assuntos de documento para gerenciar no momento',
  emptyNext: 'Todo documento tem um assunto. Cadastre o primeiro, com os dias do mês em que se envia.',
  emptyLink: 'Clique aqui para cadastrar',
  noMatch: 'Nenhum assunto com esse nome.',
  removeOne: 'Deseja mesmo deletar esse assunto?',
  insteadOfRemove: 'Para só tirar da lista de quem cria um documento, desative.',
  created: 'Assunto criado com sucesso',
  edited: 'Assunto editado com sucesso',
  subject: 'O assunto',
  name: 'Nome',
  status: 'Status',
  statusNote: 'Inativo, o assunto sai da lista de quem cria um documento. Os registrados continuam com ele.',
  window: 'Janela de envio',
  day: 'Dia de envio',
  startDay: 'Dia inicial',
  endDay: 'Dia final',
  noWindow: 'Tirar a janela',
  today: 'hoje',
  onlyException: 'só como exceção',
  exempt: 'Setores isentos',
  exemptPlaceholder: 'Nenhum setor isento',
  exemptHelp: 'É o setor de quem envia. Dos isentos, o documento vai em qualquer dia, sem aviso.',
  limit: 'Prazo padrão',
  limitNote: 'Ao escolher o assunto, a data limite já vem preenchida. Quem cria o documento pode mudá-la.',
  limitDays: 'Número de dias',
  limitPlaceholder: 'Sem prazo padrão',
  limitHelp: 'De 1 a 365. Vazio, o assunto não propõe data. Em dia de folga, a data passa para o próximo dia útil.',
  limitWorking: 'Contar só dias úteis',
  limitWrong: 'Escreva um número de 1 a 365, ou deixe vazio.',
  missingLimit: 'prazo padrão',
  preview: 'Como aparece ao criar documento',
  windowRule: 'Com 0 e 0, qualquer dia do mês vale. Em mês mais curto, o dia final é o último do mês.',
  future: 'Vale para os próximos envios. O que já foi registrado não muda.',
  anyDay: 'qualquer dia',
  gone: 'Este assunto não existe mais.',
  allKeepTheirs: 'Os documentos registrados continuam com o assunto, também os que estão só no servidor.',
} as const;

/** `aberto, 9 dias`: how many days the window is open this month. */
export function openDaysText(count: number): string {
  return plural(count, { zero: 'aberto', one: 'aberto, 1 dia', other: (n) => `aberto, ${n} dias` });
}

/** `2 setores isentos`. */
export function exemptCount(count: number): string {
  return plural(count, {
    zero: SUBJECTS.exemptPlaceholder,
    one: '1 setor isento',
    other: (n) => `${n} setores isentos`,
  });
}

/** The window of a subject in a list: `dias 20 a 28`, `dia 5`, `qualquer dia`. */
export function windowCell(start: number | null, end: number | null): string {
  if (end === null || end === 0) return SUBJECTS.anyDay;
  const first = Math.max(1, start ?? 1);
  return first === end ? `dia ${end}` : `dias ${first} a ${end}`;
}

/** `Aberta do dia 20 ao dia 28 de cada mês.` */
export function windowSentence([start, end]: readonly [number, number]): string {
  if (end === 0) return 'Sem janela: qualquer dia do mês vale.';
  return start === end ? `Aberta só no dia ${end} de cada mês.` : `Aberta do dia ${start} ao dia ${end} de cada mês.`;
}

type Now =
  | { readonly kind: 'open'; readonly lastDay: CalendarDay }
  | { readonly kind: 'closed'; readonly opensOn: CalendarDay };

/** Whether the window is open today: `Hoje é dia 19: abre amanhã, sexta-feira.` */
export function windowTodayText(now: Now, today: CalendarDay): string {
  const day = `Hoje é dia ${dayOfMonth(today)}`;
  if (now.kind === 'open') {
    return now.lastDay === today ? `${day}: fecha hoje.` : `${day}: está aberta até ${formatShortDay(now.lastDay)}.`;
  }
  const days = daysBetween(today, now.opensOn);
  return days === 1
    ? `${day}: abre amanhã, ${formatWeekdayName(now.opensOn)}.`
    : `${day}: abre em ${days} dias, ${formatLongWeekday(now.opensOn)}.`;
}

/**
 * Why the window ends earlier this month: `Este mês acaba no dia 30: é ele que vale no lugar do dia
 * 31.` Null in a month that has the last day of the window.
 */
export function shortMonthText([, end]: readonly [number, number], today: CalendarDay): string | null {
  const length = lengthOfMonth(today);
  return end > length ? `Este mês acaba no dia ${length}: é ele que vale no lugar do dia ${end}.` : null;
}

/** `31 documentos usam este assunto`. */
export function usedText(count: number): string {
  return plural(count, {
    zero: 'Nenhum documento usa este assunto',
    one: '1 documento usa este assunto',
    other: (n) => `${n} documentos usam este assunto`,
  });
}

/** How many documents on this device use the subject; older ones are on the server alone (S110). */
export function usedHereText(count: number): string {
  return `${usedText(count)}, entre os que estão neste aparelho`;
}

/** `27 assuntos, 26 ativos`. */
export function subjectsCount(all: number, active: number): string {
  const subjects = plural(all, { zero: 'Nenhum assunto', one: '1 assunto', other: (n) => `${n} assuntos` });
  return all === 0
    ? subjects
    : `${subjects}, ${plural(active, { zero: 'nenhum ativo', one: '1 ativo', other: (n) => `${n} ativos` })}`;
}

export function removeSubjects(count: number): string {
  return `Deseja mesmo deletar estes ${count} assuntos?`;
}

/** `31 documentos registrados continuam com o assunto.` */
export function keepTheirSubject(count: number): string {
  return plural(count, {
    zero: '',
    one: '1 documento registrado continua com o assunto.',
    other: (n) => `${n} documentos registrados continuam com o assunto.`,
  });
}
