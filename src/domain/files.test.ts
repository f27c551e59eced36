import { expect, it } from 'vitest';
import { canPreview, displayName, FILE_MAX_BYTES, FILES_MAX, FILES_MAX_BYTES, judgeFiles, mimeOf } from './files.ts';

const file = (size: number, name = 'oficio.pdf') => ({ name, size });
const codes = (...files: { name: string; size: number }[]) =>
  judgeFiles(files).map((one) => `${one.field}: ${one.code}`);

it('takes files up to their bounds, alone and together', () => {
  expect(codes(file(1), file(FILE_MAX_BYTES))).toEqual([]);
  expect(codes(file(FILE_MAX_BYTES + 1))).toEqual(['files: file_too_large']);
  expect(codes(file(0))).toEqual(['files: file_empty']);
  const third = FILES_MAX_BYTES / 3;
  expect(codes(file(third), file(third), file(third))).toEqual([]);
  expect(codes(file(third), file(third), file(third), file(1))).toEqual(['files: files_too_large']);
  expect(codes(file(third), file(third), file(third), file(0))).toEqual(['files: file_empty']);
  expect(codes(file(FILES_MAX_BYTES + 1))).toEqual(['files: file_too_large']);
  const many = Array.from({ length: FILES_MAX }, () => file(1));
  expect(codes(...many)).toEqual([]);
  expect(codes(...many, file(1))).toEqual(['files: too_many_files']);
});

it.each([
  ['oficio.pdf', 'application/pdf', true],
  ['nota.txt', 'text/plain', true],
  ['nota.DOC', 'application/msword', false],
  ['.pdf', 'application/pdf', true],
  ['pdf', 'application/octet-stream', false],
  ['foto.png', 'application/octet-stream', false],
])('%s is kept as %s, and previewed: %s', (name, mime, previewed) => {
  expect([mimeOf(name), canPreview(name)]).toEqual([mime, previewed]);
});

it.each([
  ['a/b\\c:d*e?f"g<h>i|j.pdf', 'a-b-c-d-e-f-g-h-i-j.pdf'],
  ['\u0000 . relatório final . ', 'relatório final'],
  [' .. ', 'arquivo'],
  ['x', 'x'],
  ['x'.repeat(120), 'x'.repeat(120)],
  [`${'x'.repeat(121)}.docx`, `${'x'.repeat(115)}.docx`],
  [`${'x'.repeat(115)}.docx`, `${'x'.repeat(115)}.docx`],
  [`${'x'.repeat(116)}.docx`, `${'x'.repeat(115)}.docx`],
  [`${'x'.repeat(121)}.abcde`, `${'x'.repeat(114)}.abcde`],
  [`${'x'.repeat(121)}.abcdef`, 'x'.repeat(120)],
  [`${'x'.repeat(121)}.d`, `${'x'.repeat(118)}.d`],
  [`${'x'.repeat(60)}.abcde.${'x'.repeat(60)}.pdf`, `${'x'.repeat(60)}.abcde.${'x'.repeat(49)}.pdf`],
  ['y'.repeat(121), 'y'.repeat(120)],
  [`${'x'.repeat(119)} yz`, 'x'.repeat(119)],
])('%j is shown as %j', (name, shown) => {
  expect(displayName(name)).toBe(shown);
});
