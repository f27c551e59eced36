import type { OrganizationRef, PersonRef } from '#contract/scalars.ts';
import {
  dayName,
  formatDay,
  formatShortDay,
  formatTime,
  formatWeekdayName,
  formatWeekdayShort,
  type Here,
  joined,
  plural,
  fullName,
} from '../words/format.ts';
import type { Network } from '#mirror/questions/connection.ts';
import { addDays, type CalendarDay, dayAt } from '#domain/dates.ts';
import { zoneText } from '#ui/base/locale-text.ts';

/**
 * `(na época, Ana Souza)`: the author's name at the time of the act, which stands behind the
 * present name. Null where both are the same.
 */
export function thenText({ authorThen }: { readonly authorThen?: string }): string | null {
  return authorThen === undefined ? null : `(na época, ${authorThen})`;
}

export const VIEW_TEXT = {
  audit: 'Todos os acessos na auditoria',
  back: 'Voltar',
  transfer: 'Transferir',
  complete: 'Concluir',
  reopen: 'Reabrir',
  options: 'Mais opções',
  route: 'Caminho do documento',
  thread: 'Tramitação',
  info: 'Informações',
  seenBy: 'Visto por',
  tabs: 'Partes do documento',
  you: 'você',
  edit: 'Editar',
  discard: 'Descartar',
  type: 'Tipo',
  subject: 'Assunto',
  physicalNumber: 'Nº físico',
  origin: 'Origem',
  noOrigin: 'Sem setor',
  with: 'Está com',
  deadline: 'Prazo',
  createdOn: 'Criado em',
  exception: 'Justificativa da exceção',
  noReason: 'Sem justificativa',
  tags: 'Palavras-chave',
  noTags: 'Sem palavras-chave.',
  files: 'Arquivos',
  history: 'Histórico',
  seenOffline: 'visto offline',
  othersSaw: 'Também viram',
  nobodySaw: 'Ninguém viu ainda.',
  clockSuspect: 'hora do aparelho incorreta',
  registered: 'Registrado',
  loading: 'Carregando o documento',
  notHere: 'Este documento não está neste aparelho',
  noAccess: 'Você não tem acesso a este documento',
  noAccessWhy:
    'O link leva a um documento que não passou por você nem pelo seu setor, ou que não existe. Peça a quem enviou o link que mencione você no documento.',
  checkAgain: 'Conferir de novo',
  notHereOffline: 'Sem conexão: este documento ainda não foi guardado aqui.',
  notHereOnline: 'Ele pode estar só no aparelho em que foi criado, ou você não tem acesso a ele.',
  unanswered: 'O servidor não respondeu.',
  askAgain: 'Tentar de novo',
  toList: 'Ver documentos',
  detailsOffline: 'Sem conexão: o texto e os arquivos deste documento ainda não foram guardados aqui.',
  needsYou: 'Um envio seu neste documento precisa de você.',
  needsYouAction: 'Ver pendências',
  resolve: 'Resolver',
  mayBeRefused: 'O documento mudou desde que você fez isto: pode não ser aceito.',
  noNumberNote: 'O número sai quando o documento for registrado.',
  pencilDeadline: 'ainda não registrado',
  writeReply: 'Escreva sua resposta',
  unmark: 'Tirar as marcas',
} as const;

/** `4 de 6`. */
export function seenCountText(counts: { seen: number; all: number }): string {
  return `${counts.seen} de ${counts.all}`;
}

/** `Ainda não viram: Yasmin Cordeiro, Anselmo Guedes`. */
export function notYetText(people: readonly PersonRef[]): string {
  const verb = people.length === 1 ? 'Ainda não viu' : 'Ainda não viram';
  return `${verb}: ${people.map(fullName).join(', ')}`;
}

/** `1 dia`, `agora, há 3 dias`: how long the document was, or is, in a sector. */
export function stopNote(stop: { days: number; current: boolean }): string {
  const days = plural(stop.days, { zero: 'hoje', one: '1 dia', other: (n) => `${n} dias` });
  if (!stop.current) return stop.days === 0 ? 'menos de 1 dia' : days;
  return stop.days === 0 ? 'agora, desde hoje' : `agora, há ${days}`;
}

/** `12 registros`. */
export function recordsText(count: number): string {
  return plural(count, { zero: 'nenhum registro', one: '1 registro', other: (n) => `${n} registros` });
}

/**
 * `5 vezes, a primeira ontem às 16:05`: how often a person viewed the document. Null for a single
 * view (rule E2).
 */
export function timesText(count: number, first: string): string | null {
  return count > 1 ? `${count} vezes, a primeira ${first}` : null;
}

type ActParts = {
  readonly responsibles: readonly PersonRef[];
  readonly organizations: readonly OrganizationRef[];
  readonly limitDate: string | null;
};

/** What the thread says of an act after its author's name. `strong`: the words in bold. */
export function actSentence(
  kind: 'transfer' | 'extension' | 'completion' | 'reopening',
  parts: ActParts,
): { verb: string; strong: string | null; rest: string | null } {
  const day = parts.limitDate === null ? null : formatDay(parts.limitDate);
  switch (kind) {
    case 'transfer': {
      const people = parts.responsibles.map(fullName);
      const sectors = parts.organizations.map((one) => one.acronym);
      if (sectors.length === 0) return { verb: 'transferiu para', strong: joined(people), rest: null };
      return { verb: 'transferiu para', strong: joined(sectors), rest: people.length === 0 ? null : joined(people) };
    }
    case 'extension':
      return { verb: 'prorrogou o prazo até', strong: day, rest: null };
    case 'completion':
      return { verb: 'finalizou o documento', strong: null, rest: null };
    case 'reopening':
      return { verb: 'reabriu o documento', strong: null, rest: day === null ? null : `prazo até ${day}` };
  }
}

/** The act as one text, for paper: `transferiu para SEMTRAN · Caio Rezende Porto`. */
export function actText({ verb, strong, rest }: ReturnType<typeof actSentence>): string {
  const said = strong === null ? verb : `${verb} ${strong}`;
  return rest === null ? said : `${said} · ${rest}`;
}

// Words of a printed document, and of the buttons that print.

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

/** `3 atos`: the summary of acts that are folded on the thread. */
export function actsCountText(count: number): string {
  return plural(count, { zero: 'nenhum ato', one: '1 ato', other: (n) => `${n} atos` });
}

/** The result of folded acts: `→ GAB → SEMTRAN · prazo para 23/11 · reaberto`. */
export function actsSumText(sum: {
  readonly stops: readonly string[];
  readonly limitDate: string | null;
  readonly end: 'completion' | 'reopening' | null;
}): string {
  const end = sum.end === null ? null : sum.end === 'completion' ? 'finalizado' : 'reaberto';
  return [
    sum.stops.map((stop) => `→ ${stop}`).join(' '),
    sum.limitDate === null ? null : `prazo para ${formatShortDay(sum.limitDate)}`,
    end,
  ]
    .filter(Boolean)
    .join(' · ');
}

type News = { readonly since: string; readonly replies: number };

/**
 * The line above what is new in the thread: `Novas desde ontem, 16:20 · 3`. `replies`: how many new
 * replies there are; 0 where only acts are new.
 */
export function newsText({ since, replies }: News, here: Here): string {
  const moment = `${dayName(since, here)}, ${formatTime(since, here.zone)}`;
  return replies === 0 ? `Novidades desde ${moment}` : `Novas desde ${moment} · ${replies}`;
}

/** The button that leads down to what is new: `3 novas desde ontem`. */
export function newsCountText({ since, replies }: News, here: Here): string {
  const day = dayName(since, here);
  if (replies === 0) return `Novidades desde ${day}`;
  return `${plural(replies, { zero: 'Nenhuma nova', one: '1 nova', other: (n) => `${n} novas` })} desde ${day}`;
}

/** The button that leads up to the beginning of the thread: `A carta e 6 respostas antes`. */
export function aboveText(replies: number): string {
  const before = plural(replies, { zero: '', one: ' e 1 resposta antes', other: (n) => ` e ${n} respostas antes` });
  return before === '' ? 'Ir para a carta' : `A carta${before}`;
}

/** The button that leads down to the end of the thread: `Mais nova: Caio, hoje 14:20`. */
export function newestText(newest: { author: PersonRef; at: string } | null, here: Here): string {
  if (newest === null) return 'Ir para o fim';
  return `Mais nova: ${newest.author.name}, ${dayName(newest.at, here)} ${formatTime(newest.at, here.zone)}`;
}
