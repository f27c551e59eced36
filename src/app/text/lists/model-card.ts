import type { ModelRow } from '#contract/reference-data.ts';

/** What a model's files are, as its card says it. */
export const MODEL_FILE_LABEL: Record<ModelRow['file_mime_type'], string> = { word: 'Word', pdf: 'PDF' };

/** Words of a model's card. The home shows cards, so they stand apart from those of the help. */
export const MODEL_CARD = { view: 'Ver', keptHere: 'Disponível sem internet' } as const;
