import { plural } from '../words/format.ts';

/** Words of the screens of sectors. Their questions and messages are prescribed (rule J1). */
export const SECTORS = {
  title: 'Gerenciar setores',
  phoneTitle: 'Setores',
  create: 'Criar setor',
  search: 'Buscar setor',
  placeholder: 'Nome ou sigla',
  loading: 'Carregando setores',
  nameHead: 'Setor',
  empty: 'Sem setores para gerenciar no momento',
  emptyNext: 'Cada pessoa fica em um setor. Importe uma planilha com todos, ou cadastre um por um.',
  emptyLink: 'Clique aqui para cadastrar',
  noMatch: 'Nenhum setor com essa busca.',
  count: (all: number, active: number) => `${sectorsText(all)}, ${activeText(active)}`,
  remove: {
    one: 'Deseja mesmo deletar esse setor?',
    many: (count: number) => `Deseja mesmo deletar esses ${count} setores?`,
  },
  insteadOfRemove: 'Só por um tempo? Desativado, o setor sai das listas de escolha e pode voltar.',
} as const;

export const SECTOR_FORM = {
  createTitle: 'Criar setor',
  editTitle: 'Editar setor',
  card: 'Setor',
  name: 'Nome do setor',
  namePlaceholder: 'Ex.: Secretaria Municipal de Trânsito e Segurança',
  acronym: 'Sigla',
  acronymHint: 'De 2 a 12 letras. Aparece ao lado das pessoas e dos documentos.',
  editName: 'Crie um setor',
  editAcronym: 'Iniciais do setor',
  people: 'Pessoas',
  chief: 'Chefia',
  chiefPlaceholder: 'Ninguém',
  chiefNote:
    'A chefia recebe por e-mail o que passa do prazo no setor: um aviso por documento e, no começo da semana, a lista. Nada é transferido sozinho.',
  chiefHelp: 'Uma pessoa ativa deste setor.',
  created: 'Setor criado com sucesso',
  edited: 'Setor editado com sucesso',
  missingName: 'nome',
  missingAcronym: 'sigla',
  gone: 'Este setor foi excluído',
  goneDetail: 'O nome continua no histórico do que já passou por ele.',
  notFound: 'Este setor não está neste aparelho.',
  toList: 'Ver os setores',
  statusNote: 'Inativo, o setor sai das listas de escolha. Continua nos documentos em que já está.',
  nameNote: 'A sigla é o que se lê nas listas e na origem de cada documento. Cada setor tem a sua.',
} as const;

function sectorsText(count: number): string {
  return plural(count, { zero: 'nenhum setor', one: '1 setor', other: (n) => `${n} setores` });
}

/** `26 ativos`. */
export function activeText(count: number): string {
  return plural(count, { zero: 'nenhum ativo', one: '1 ativo', other: (n) => `${n} ativos` });
}

/** `3 pessoas`. */
export function peopleText(count: number): string {
  return plural(count, { zero: 'nenhuma pessoa', one: '1 pessoa', other: (n) => `${n} pessoas` });
}

/** The number of people of a sector; `sem usuários ativos` where all of them are inactive. */
export function peopleOfSectorText({ all, active }: { all: number; active: number }): string {
  return all > 0 && active === 0 ? 'sem usuários ativos' : peopleText(all);
}

/** `Já usada por Obras (SEMOB). O servidor só aceita uma sigla por setor.` */
export function sameAcronymText(names: readonly string[]): string {
  return `Já usada por ${names.join(' e ')}. O servidor só aceita uma sigla por setor.`;
}

/** Words of the field in which several sectors are chosen. */
export const SECTORS_FIELD = {
  all: 'Selecionar todos',
  chosen: 'escolhidos',
} as const;

/** `3 setores`. */
export function sectorsCount(count: number): string {
  return plural(count, { zero: 'Nenhum setor', one: '1 setor', other: (n) => `${n} setores` });
}
