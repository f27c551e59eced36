import { FILE_MAX_BYTES, FILES_MAX } from '#domain/files.ts';
import { expect, it } from 'vitest';
import { pickProblem } from '../../text/document/files.ts';
import { sortPicked } from './use-file-field.ts';

const pdf = (name: string, size = 10) => ({ name: `${name}.pdf`, size });
const sorted = (picked: { name: string; size: number }[], kept: { size: number }[] = []) =>
  sortPicked(picked, { kept, judge: pickProblem });

it('a file of another kind, an empty one and one over 20 MB are refused by name, and the others are taken', () => {
  const { taken, problems } = sorted([
    pdf('a'),
    { name: 'som.mp3', size: 10 },
    pdf('vazio', 0),
    pdf('grande', FILE_MAX_BYTES + 1),
    pdf('limite', FILE_MAX_BYTES),
  ]);
  expect(taken.map((file) => file.name)).toEqual(['a.pdf', 'limite.pdf']);
  expect(problems).toEqual([
    'Este tipo não é aceito: som.mp3. Aceitos: PDF, DOC, DOCX, ODT, RTF e TXT, até 20 MB cada.',
    'vazio.pdf: O arquivo está vazio. Escolha outro.',
    'grande.pdf: O arquivo passa de 20 MB.',
  ]);
});

it('files beyond the twentieth of a form are refused, counting those it has', () => {
  const kept = Array.from({ length: FILES_MAX - 1 }, () => ({ size: 1 }));
  const { taken, problems } = sorted([pdf('a'), pdf('b')], kept);
  expect(taken.map((file) => file.name)).toEqual(['a.pdf']);
  expect(problems).toEqual(['b.pdf ficou de fora. Envie no máximo 20 arquivos.']);
});

it('a file that would bring a form over 60 MB is refused, and a smaller one after it is taken', () => {
  const kept = [{ size: FILE_MAX_BYTES }, { size: FILE_MAX_BYTES }];
  const { taken, problems } = sorted([pdf('a', FILE_MAX_BYTES - 5), pdf('b', 6), pdf('c', 5)], kept);
  expect(taken.map((file) => file.name)).toEqual(['a.pdf', 'c.pdf']);
  expect(problems).toEqual(['b.pdf ficou de fora. Os arquivos juntos passam de 60 MB.']);
});
