import { expect, it } from 'vitest';
import { splitAccepted } from './file-picker.tsx';

it('files are accepted by their extension in any case, and the others are rejected with a reason', () => {
  const files = [
    new File(['a'], 'Ofício.PDF'),
    new File(['a'], 'foto.heic'),
    new File([], 'vazio.pdf'),
    new File(['a'], 'pdf'),
  ];
  const { accepted, rejected } = splitAccepted(files, ['.pdf', '.docx']);
  expect(accepted.map((file) => file.name)).toEqual(['Ofício.PDF']);
  expect(rejected.map(({ file, reason }) => [file.name, reason])).toEqual([
    ['foto.heic', 'extension'],
    ['vazio.pdf', 'empty'],
    ['pdf', 'extension'],
  ]);
});
