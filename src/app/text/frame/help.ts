/** Words of the help (rule J1). */
export const HELP = {
  title: 'Ajuda',
  models: 'Modelos',
  flows: 'Fluxos',
  search: 'Buscar modelo pelo nome',
  placeholder: 'Nome do modelo',
  noModels: 'Sem modelos por aqui.',
  noFlows: 'Sem fluxos por aqui.',
  noMatch: 'Nada com esse nome.',
  loading: 'Carregando modelos',
  description: 'Descrição',
  tabs: 'Partes da ajuda',
} as const;
