import { expect, test } from 'vitest';
import { misfits, missingOfModel, type ModelFields, typeOfFile } from './model-files.tsx';

const FULL: ModelFields = {
  type: 'document_model',
  organization_ids: [3],
  file_mime_type: 'pdf',
  name: 'Boletim de medição',
  description: 'Um por contrato.',
  status: 'active',
  delete_file_ids: [],
};

test.each<[string, Partial<ModelFields>, string[], string[]]>([
  ['a full model lacks nothing', {}, ['a.pdf'], []],
  ['the type is required', { type: null }, ['a.pdf'], ['tipo']],
  ['at least one sector is required', { organization_ids: [] }, ['a.pdf'], ['setor']],
  ['the file type is required', { file_mime_type: null }, ['a.pdf'], ['tipo de arquivo']],
  ['the name is required', { name: ' ' }, ['a.pdf'], ['nome']],
  ['the description is required', { description: '' }, ['a.pdf'], ['descrição']],
  ['at least one file is required', {}, [], ['arquivo']],
  ['every file has the chosen type', {}, ['a.pdf', 'b.docx'], ['tirar os arquivos de outro tipo']],
])('%s (rules B13, C10)', (_case, change, names, words) => {
  expect(missingOfModel({ ...FULL, ...change }, names).map((one) => one.word)).toEqual(words);
});

test('the files of another type are named', () => {
  expect(misfits(['a.pdf', 'b.docx', 'c.odt'], 'word')).toEqual(['a.pdf']);
  expect(misfits(['a.pdf', 'b.docx'], null)).toEqual([]);
});

test('the first file chooses the type', () => {
  expect(['a.pdf', 'a.docx', 'a.txt'].map(typeOfFile)).toEqual(['pdf', 'word', null]);
});
