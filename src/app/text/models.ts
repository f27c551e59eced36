// Words of the models: help, home and their management.

import type { ModelRow } from '#contract/reference-data.ts';

export const MODEL_FILE_LABEL: Record<ModelRow['file_mime_type'], string> = { word: 'Word', pdf: 'PDF' };
