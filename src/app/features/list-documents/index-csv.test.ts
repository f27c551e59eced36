import { expect, test } from 'vitest';
import { indexCsv } from './index-csv.ts';

test('index.csv: a title with quotes, semicolons or a formula is one harmless cell', () => {
  const csv = indexCsv([{ folder: 'PMVI042', title: 'Muro; "caído"', number: '=SOMA(A1)', file: 'ata.pdf' }]);
  expect(csv.split('\r\n')[1]).toBe(`"PMVI042";"Muro; ""caído""";"'=SOMA(A1)";"ata.pdf"`);
});

test('index.csv: a formula after invisible characters is harmless too, and a title with line breaks is one line', () => {
  const csv = indexCsv([{ folder: '1', title: 'um\r\ndois', number: '\u200b\u202e=SOMA(A1)', file: '\t=1' }]);
  expect(csv.split('\r\n')[1]).toBe(`"1";"um dois";"'=SOMA(A1)";"'=1"`);
});

test('index.csv starts with a byte order mark and always has its header', () => {
  expect(indexCsv([])).toBe('\u{FEFF}"Documento";"Título";"Número físico";"Arquivo"\r\n');
});
