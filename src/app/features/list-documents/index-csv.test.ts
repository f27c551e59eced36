import { expect, test } from 'vitest';
import { indexCsv } from './index-csv.ts';

test('a title with quotes, semicolons or a formula stays one harmless cell', () => {
  const csv = indexCsv([{ folder: 'PMVI042', title: 'Muro; "caído"', number: '=SOMA(A1)', file: 'ata.pdf' }]);
  expect(csv.split('\r\n')[1]).toBe(`"PMVI042";"Muro; ""caído""";"'=SOMA(A1)";"ata.pdf"`);
});

test('a formula behind characters that are not seen is none either, and a title with lines is one line', () => {
  const csv = indexCsv([{ folder: '1', title: 'um\r\ndois', number: '\u200b\u202e=SOMA(A1)', file: '\t=1' }]);
  expect(csv.split('\r\n')[1]).toBe(`"1";"um dois";"'=SOMA(A1)";"'=1"`);
});

test('it opens as UTF-8 and always has its header', () => {
  expect(indexCsv([])).toBe('\u{FEFF}"Documento";"Título";"Número físico";"Arquivo"\r\n');
});
