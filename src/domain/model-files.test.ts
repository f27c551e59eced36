import { expect, test } from 'vitest';
import { fitsModel, type ModelFileType } from './files.ts';

test.each<[string, ModelFileType, boolean]>([
  ['Boletim.pdf', 'pdf', true],
  ['Boletim.PDF', 'pdf', true],
  ['Ofício.docx', 'pdf', false],
  ['Ofício.doc', 'word', true],
  ['Ofício.docx', 'word', true],
  ['Ofício.odt', 'word', true],
  ['Ofício.rtf', 'word', false],
  ['Ofício.txt', 'word', false],
  ['Ofício.pdf', 'word', false],
  ['sem extensão', 'pdf', false],
  ['pdf', 'pdf', false],
  ['imagem.pdf.png', 'pdf', false],
])('the file %s in a model of type %s: %s (rule C10)', (name, type, fits) => {
  expect(fitsModel(name, type)).toBe(fits);
});
