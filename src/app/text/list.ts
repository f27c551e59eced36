import { plural } from './grammar.ts';

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
