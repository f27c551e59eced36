import { type DueGroup, type DueSpan, lastDayOf } from '#domain/deadlines.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { plural, formatDueDay } from '../words/format.ts';
import { SAVED_SEARCHES_MAX, type SaveRefusal } from '#mirror/keep/saved-searches.ts';

/** Words of the document lists (rules F). */
export const LIST = {
  noWindow: 'sem janela',
  noReason: 'não informada',
  title: 'Gerenciar documentos',
  phoneTitle: 'Documentos',
  exceptions: 'Exceções',
  administrator: 'Administrador',
  others: 'Outros setores',
  ofWhom: 'Documentos de quem',
  search: 'Buscar nos documentos',
  searchPlaceholder: 'Título, PMVI 042, ofício, pessoa',
  dates: 'Criados entre',
  filters: 'Filtros',
  saved: 'Buscas salvas',
  apply: 'Filtrar',
  clear: 'Limpar',
  clearFilters: 'Limpar filtros',
  /** Clears the searched words, the filters and the choice of deadlines. */
  clearAll: 'Limpar tudo',
  noFilter: 'Nenhum. Setor, pessoa, datas, situação',
  noSaved: 'Nenhuma ainda',
  agendaDetail: 'Os vencimentos no calendário do aparelho',
  selectDetail: 'Também segurando o dedo num documento',
  more: 'Mais da lista',
  back: 'Fechar a busca',
  order: { desc: 'Mais novos', asc: 'Mais antigos', due: 'Prazo mais próximo', due_desc: 'Prazo mais distante' },
  orderLabel: 'Ordenar',
  /** Shorter names of the orders, for the sheet of a phone. */
  orderShort: { desc: 'Mais novos', asc: 'Mais antigos', due: 'Prazo próximo', due_desc: 'Prazo distante' },
  view: 'Ver a lista',
  orderOfSheet: 'Ordem',
  createdByMe: 'Criados por mim',
  empty: 'Sem documentos para gerenciar no momento',
  emptyNext: {
    writer: 'Envie o primeiro. O que chegar para você ou para o seu setor também aparece aqui.',
    reader: 'O que chegar para você ou para o seu setor aparece aqui.',
  },
  emptyLink: 'Clique aqui para cadastrar',
  noMatch: 'Nenhum documento com esses filtros.',
  onlyInTexts: 'Nos títulos, números e nomes, nada; no texto das respostas, sim.',
  noMatchHere: 'Nenhum documento deste aparelho com esses filtros.',
  noExceptions: 'Nenhum documento foi enviado como exceção.',
  noExceptionsNext: 'Aparecem aqui os enviados fora dos dias de envio do assunto, com o motivo de cada um.',
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
  again: 'Tentar de novo',
  loading: 'Carregando documentos',
  numbersHere: 'os números contam o que está neste aparelho',
  notHere: 'Os anexos ainda não foram guardados neste aparelho.',
} as const;

/** Words of a printed list. */
export const LIST_PAPER = {
  print: 'Imprimir lista',
  detail: 'A lista inteira, com os filtros de agora',
  number: 'Número',
  title: 'Título',
} as const;

/** `12 documentos`; `1000 primeiros de 20000 documentos`. */
export function printedCount(printed: number, total: number): string {
  return printed === total ? foundText(total) : `${printed} primeiros de ${foundText(total)}`;
}

/** `75 documentos guardados neste aparelho`. */
export function keptText(count: number): string {
  return plural(count, {
    zero: 'nenhum documento guardado neste aparelho',
    one: '1 documento guardado neste aparelho',
    other: (n) => `${n} documentos guardados neste aparelho`,
  });
}

/**
 * `isPartial`: whether the count leaves out documents of the server, because this device has a
 * bounded copy (S110).
 */
export type Part = { readonly isPartial?: boolean };

/**
 * Announced after a search or a filter: `12 documentos`; with `isPartial`, `12 documentos neste
 * aparelho`.
 */
export function foundText(count: number, { isPartial = false }: Part = {}): string {
  const documents = plural(count, { zero: 'Nenhum documento', one: '1 documento', other: (n) => `${n} documentos` });
  return isPartial ? `${documents} neste aparelho` : documents;
}

/**
 * Stands over results that were searched without a connection (rule F10). `time`: when the device's
 * data were current.
 */
export function foundHereText(time: string): string {
  return `Resultados deste aparelho, atualizados às ${time}`;
}

/** What a download in bulk leaves out: `Faltam anexos de 1 documento. O índice diz quais.` */
export function leftOutText(count: number): string {
  return `Faltam anexos de ${count === 1 ? '1 documento' : `${count} documentos`}. O índice diz quais.`;
}

// Words of the deadlines in lists and on the home.

export const DEADLINES = {
  label: 'Prazo',
  overdue: 'Atrasados',
  clear: 'Limpar prazo',
  all: 'Ver todos os prazos',
} as const;

export const SPAN_NAME: Readonly<Record<DueSpan, string>> = {
  today: 'Hoje',
  week: 'Esta semana',
  ten_days: '10 dias',
};

/** The heading of a group of deadlines: `Em atraso`, `Hoje`, `Até sábado, 21 de nov.`. */
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

/** The number of documents in a list filtered by deadline: `9 documentos em aberto`. */
export function openText(count: number): string {
  return plural(count, {
    zero: 'Nenhum documento em aberto',
    one: '1 documento em aberto',
    other: (n) => `${n} documentos em aberto`,
  });
}

/** Shown where no document matches the chosen deadlines. */
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

/** Words of copying a document's address, and of taking deadlines into a calendar (S67). */
export const CALENDAR = {
  copyLink: 'Copiar link',
  linkCopied: 'Link copiado',
  save: 'Pôr o prazo na agenda',
  unregistered: 'Só depois de registrado',
  finished: 'Finalizado: não há prazo',

  open: 'Prazos na agenda',
  title: 'Prazos na minha agenda',
  about:
    'Um endereço leva os prazos dos documentos que estão com você para a agenda do celular ou do computador: número, título e data, nada mais. Quem tiver o endereço lê esses prazos, por isso não o passe adiante.',
  create: 'Criar endereço',
  createAgain: 'Criar outro endereço',
  revoke: 'Encerrar o endereço',
  revokeAsks:
    'Encerrar o endereço? Todas as agendas que o seguem deixam de receber os seus prazos, e este endereço não volta a valer.',
  keep: 'Manter o endereço',
  needsNetwork: 'precisa de internet',
  loading: 'Perguntando ao servidor',
  none: 'Nenhum endereço criado.',
  shownOnce: 'Copie agora: por segurança, o endereço só aparece quando é criado.',
  again: 'Criar outro encerra o que existe.',
  address: 'Endereço da agenda',
  copy: 'Copiar endereço',
  copied: 'Endereço copiado',
  subscribe: 'Abrir na agenda',
  revoked: 'Endereço encerrado. A agenda deixa de receber prazos.',
  failed: 'Não foi possível falar com o servidor. Tente de novo.',
  login: 'Sua sessão terminou. Entre de novo para continuar.',
  close: 'Fechar',
} as const;

/** `Há um endereço criado hoje às 14:32.` `moment`: as `formatMoment` writes it. */
export function madeText(moment: string): string {
  return `Há um endereço criado ${moment}.`;
}

/** Words of ticking rows of a list (rule F9). */
export const SELECTION = {
  select: 'Selecionar',
  cancel: 'Cancelar',
  clear: 'Limpar seleção',
  /** For phones, where the count stands beside the button. */
  clearShort: 'Limpar',
  allOnPage: 'Selecionar todos desta página',
} as const;

/** `Selecionar todos os 9 desta página`. */
export function allOnPageText(count: number): string {
  return count === 1 ? SELECTION.allOnPage : `Selecionar todos os ${count} desta página`;
}

/** `3 itens foram selecionados`, `1 item foi selecionado` (rule F9). */
export function selectedText(count: number): string {
  return plural(count, {
    zero: 'Nenhum item selecionado',
    one: '1 item foi selecionado',
    other: (n) => `${n} itens foram selecionados`,
  });
}

/** Words of the saved searches (src/app/experience.md, experience W5). */
export const SAVED = {
  title: 'Buscas salvas',
  save: 'Salvar esta busca',
  name: 'Nome da busca',
  newName: 'Novo nome',
  empty: 'Nenhuma busca salva.',
  emptyNext: 'As que você salvar abrem daqui com um toque.',
  how: 'Escolha filtros, prazos, palavras ou outra ordem na lista e volte aqui para salvar.',
  where: 'Ficam neste aparelho, só para você, até você sair da sua conta.',
  inUse: 'em uso',
  rename: 'Renomear',
  keep: 'Guardar nome',
  cancel: 'Cancelar',
  remove: 'Apagar',
  undo: 'Desfazer',
  list: 'Suas buscas',
} as const;

export const SAVE_REFUSAL: Readonly<Record<Exclude<SaveRefusal, 'none'>, string>> = {
  blank: 'Dê um nome à busca.',
  too_many: `Cabem ${SAVED_SEARCHES_MAX} buscas. Apague uma para salvar outra.`,
  name_taken: 'Já existe uma busca com esse nome.',
  too_long: 'Esta busca é longa demais para ser salva.',
};

/** A choice of deadlines, in the name that is proposed for a saved search. */
export const DUE_IN_NAME: Readonly<Record<DueSpan, string>> = {
  today: 'vencendo hoje',
  week: 'vencendo esta semana',
  ten_days: 'vencendo em 10 dias',
};

export function removedText(name: string): string {
  return `“${name}” foi apagada.`;
}

export function renamedText(name: string): string {
  return `“${name}” tem outro nome agora.`;
}

export function alreadySavedText(name: string): string {
  return `Esta busca já está salva: “${name}”.`;
}

/** The saved searches in one line: `“Obras sem resposta” e mais 2`. */
export function savedText(names: readonly string[]): string {
  const [first, ...others] = names;
  if (first === undefined) return LIST.noSaved;
  return others.length === 0 ? `“${first}”` : `“${first}” e mais ${others.length}`;
}

/** The number of filters, beside the name of the button that opens them: `2 filtros`. */
export function filtersText(count: number): string {
  return count === 1 ? '1 filtro' : `${count} filtros`;
}
