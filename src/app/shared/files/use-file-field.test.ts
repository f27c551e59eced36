import { FILE_MAX_BYTES, FILES_MAX } from '#domain/files.ts';
import { expect, it } from 'vitest';
import { pickProblem } from '../../text/document/files.ts';
import { repeatedFiles, sortPicked } from './use-file-field.ts';

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

const kept = (id: string, name: string, sha256: string) => ({ id, name, sha256 });
const there = (key: string, name: string, sha256: string) => ({ key, name, sha256 });

it('a file that the document has already is named by its content, whatever its name, and only once', () => {
  const inDocument = [there('f:1', 'laudo.pdf', 'a'), there('f:2', 'planta.pdf', 'b')];
  expect(
    repeatedFiles(
      [
        kept('1', 'laudo.pdf', 'a'),
        kept('2', 'cópia.pdf', 'b'),
        kept('3', 'novo.pdf', 'c'),
        kept('4', 'laudo.pdf', 'a'),
      ],
      inDocument,
    ),
  ).toEqual(['laudo.pdf já está neste documento.', 'cópia.pdf já está neste documento, como planta.pdf.']);
});

it('a new document names the second of two equal files; another content of the same name is no repetition', () => {
  expect(repeatedFiles([kept('1', 'laudo.pdf', 'a'), kept('2', 'laudo.pdf', 'b')])).toEqual([]);
  expect(repeatedFiles([kept('1', 'laudo.pdf', 'a'), kept('2', 'laudo (1).pdf', 'a')])).toEqual([
    'laudo (1).pdf já está neste documento, como laudo.pdf.',
  ]);
});

it('the file of a waiting reply that is being edited is not a repetition of itself', () => {
  expect(repeatedFiles([kept('1', 'laudo.pdf', 'a')], [there('l:1', 'laudo.pdf', 'a')])).toEqual([]);
});
