import type { Columns } from './read-sheet.ts';

const STATUS = { title: 'Situação', known: ['status', 'ativo', 'ativa', 'estado'] };

export const SECTOR_COLUMNS = {
  acronym: { title: 'Sigla', known: ['sigladosetor', 'abreviatura'], required: true },
  name: { title: 'Nome', known: ['setor', 'nomedosetor', 'secretaria', 'descricao', 'unidade'], required: true },
  status: STATUS,
} as const satisfies Columns<string>;

export const PERSON_COLUMNS = {
  name: { title: 'Nome', known: ['nomecompleto', 'servidor', 'funcionario', 'primeironome'], required: true },
  last_name: { title: 'Sobrenome', known: ['ultimonome'] },
  email: { title: 'E-mail', known: ['correioeletronico', 'mail', 'enderecodeemail'], required: true },
  sector: { title: 'Setor', known: ['sigla', 'sigladosetor', 'lotacao', 'secretaria', 'unidade'] },
  roles: { title: 'Papel', known: ['papeis', 'perfil', 'permissao'] },
  status: STATUS,
} as const satisfies Columns<string>;
export type PersonColumn = keyof typeof PERSON_COLUMNS;

export const STATUS_WORD = { active: 'Ativo', inactive: 'Inativo' } as const;
/** Between several roles of one person. */
export const ROLE_DIVIDER = ' | ';
