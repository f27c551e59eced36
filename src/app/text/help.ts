/** Words of the help (rule J1). */
export const HELP = {
  title: 'Ajuda',
  models: 'Modelos',
  flows: 'Fluxos',
  search: 'Buscar modelo pelo nome',
  placeholder: 'Nome do modelo',
  noModels: 'Sem modelos por aqui.',
  noFlows: 'Sem fluxos por aqui.',
  loading: 'Carregando modelos',
  tabs: 'Tipo de modelo',
} as const;
