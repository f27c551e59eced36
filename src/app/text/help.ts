import type { ModelRow } from '#contract/reference-data.ts';

/** What a model's files are, as its card says it. */
export const MODEL_FILE_LABEL: Record<ModelRow['file_mime_type'], string> = { word: 'Word', pdf: 'PDF' };

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
  view: 'Ver',
  keptHere: 'Disponível sem internet',
  tabs: 'Partes da ajuda',
} as const;
