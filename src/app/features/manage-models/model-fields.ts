// The form of a model as plain data. Pure.

import type { ModelRow } from '#contract/reference-data.ts';
import { fitsModel } from '#domain/model-files.ts';
import { isBlank } from '#domain/text.ts';
import type { Missing } from '../../shared/manage/form-fields.ts';

export type ModelFields = {
  readonly type: ModelRow['type'] | null;
  readonly organization_ids: readonly number[];
  readonly file_mime_type: ModelRow['file_mime_type'] | null;
  readonly name: string;
  readonly description: string;
  readonly status: ModelRow['status'];
  /** Files of the server that go when the form is saved. */
  readonly delete_file_ids: readonly number[];
};

export const NEW_MODEL: ModelFields = {
  type: null,
  organization_ids: [],
  file_mime_type: null,
  name: '',
  description: '',
  status: 'active',
  delete_file_ids: [],
};

/** The wire's names of the fields, in the order of the form. */
export const MODEL_FIELDS = [
  'type',
  'organization_ids',
  'file_mime_type',
  'name',
  'status',
  'description',
  'files',
] as const;

/** The form of a row. */
export function modelFieldsOf(row: Omit<ModelRow, 'id' | 'rev'>): ModelFields {
  const { type, file_mime_type, name, description, status, organizations } = row;
  const ids = organizations.map((sector) => sector.id);
  return { type, organization_ids: ids, file_mime_type, name, description, status, delete_file_ids: [] };
}

/** Names of the files that stay or are added, of another type than the model's (rule C10). */
export function misfits(names: readonly string[], type: ModelFields['file_mime_type']): string[] {
  return type === null ? [] : names.filter((name) => !fitsModel(name, type));
}

/** The type that a file has, for a form in which none was chosen yet; null when it fits none. */
export function typeOfFile(name: string): ModelRow['file_mime_type'] | null {
  if (fitsModel(name, 'pdf')) return 'pdf';
  return fitsModel(name, 'word') ? 'word' : null;
}

/** What a model must have and this form lacks. `names`: the files that it will have. */
export function missingOfModel(fields: ModelFields, names: readonly string[]): Missing[] {
  const { type, organization_ids: sectors, file_mime_type: fileType, name, description } = fields;
  const isFit = misfits(names, fileType).length === 0;
  return [
    ...(type === null ? [{ field: 'type', word: 'tipo' }] : []),
    ...(sectors.length === 0 ? [{ field: 'organization_ids', word: 'setor' }] : []),
    ...(fileType === null ? [{ field: 'file_mime_type', word: 'tipo de arquivo' }] : []),
    ...(isBlank(name) ? [{ field: 'name', word: 'nome' }] : []),
    ...(isBlank(description) ? [{ field: 'description', word: 'descrição' }] : []),
    ...(names.length === 0 ? [{ field: 'files', word: 'arquivo' }] : []),
    ...(isFit ? [] : [{ field: 'files', word: 'tirar os arquivos de outro tipo' }]),
  ];
}
