/** Words of the search (rule J1). */
export const RESULTS = {
  title: 'Busca',
  field: 'Buscar documento, setor ou pessoa',
  placeholder: 'Documento, setor ou pessoa',
  hint: 'Escreva ao menos duas letras de um título, número, setor ou nome e tecle Enter.',
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
