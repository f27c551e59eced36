/** Words of the read-only directory of people (rule B15). */
export const DIRECTORY = {
  title: 'Usuários',
  search: 'Buscar pessoa pelo nome',
  placeholder: 'Nome ou sobrenome',
  filters: 'Filtros',
  bySector: 'Por setores',
  apply: 'Filtrar',
  clear: 'Limpar',
  none: 'Nenhum usuário foi encontrado',
  noSector: 'Sem organização',
  name: 'Nome',
  role: 'Papel',
  email: 'E-mail',
  loading: 'Carregando usuários',
} as const;
