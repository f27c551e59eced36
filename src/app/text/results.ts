import type { FoundIn } from '#mirror/questions/search-documents.ts';
import { joined } from './grammar.ts';
import { foundText } from './list.ts';

/** Words of the search (rule J1). */
export const RESULTS = {
  title: 'Busca',
  field: 'Buscar documento, setor ou pessoa',
  placeholder: 'Documento, setor ou pessoa',
  hint: 'Escreva ao menos duas letras de um título, número, setor ou nome. A busca é neste aparelho, também sem internet.',
  tabs: 'Resultados',
  documents: 'Documentos',
  sectors: 'Setores',
  users: 'Usuários',
  nothing: 'Nada foi encontrado para sua busca',
  again: 'Tentar de novo',
  all: 'Ver na lista de documentos',
  noSector: 'sem setor',
  loading: 'Procurando',
} as const;

/** The headings of the groups. */
export const FOUND_IN_NAME: Readonly<Record<FoundIn, string>> = {
  number: 'Pelo número',
  title: 'No título',
  other: 'Em outros dados',
};

const FOUND_IN_WORDS: Readonly<Record<FoundIn, string>> = {
  number: 'pelo número',
  title: 'no título',
  other: 'em outros dados',
};

type FoundCounts = {
  readonly total: number;
  readonly groups: readonly { readonly place: FoundIn; readonly rows: readonly unknown[] }[];
};

/** `5 documentos: 3 no título e 2 em outros dados`; of more than are shown, `120 documentos, os 30 primeiros abaixo`. */
export function foundSentence({ total, groups }: FoundCounts): string {
  const shown = groups.reduce((sum, group) => sum + group.rows.length, 0);
  if (shown < total) return `${foundText(total)}, os ${shown} primeiros abaixo`;
  return `${foundText(total)}: ${joined(groups.map(({ place, rows }) => `${rows.length} ${FOUND_IN_WORDS[place]}`))}`;
}
