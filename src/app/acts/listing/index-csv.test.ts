import { expect, test } from 'vitest';
import { indexCsv } from './index-csv.ts';

test('index.csv: a title with quotes, semicolons or a formula is one harmless cell', () => {
  const csv = indexCsv([
    { folder: 'PMVI042', title: 'Muro; "caído"', number: '=SOMA(A1)', file: 'ata.pdf', isIn: true },
  ]);
  expect(csv.split('\r\n')[1]).toBe(`"PMVI042";"Muro; ""caído""";"'=SOMA(A1)";"ata.pdf";"incluído"`);
});

test('index.csv: a formula after invisible characters is harmless too, and a title with line breaks is one line', () => {
  const csv = indexCsv([
    { folder: '1', title: 'um\r\ndois', number: '\u200b\u202e=SOMA(A1)', file: '\t=1', isIn: true },
  ]);
  expect(csv.split('\r\n')[1]).toBe(`"1";"um dois";"'=SOMA(A1)";"'=1";"incluído"`);
});

test('index.csv starts with a byte order mark and always has its header', () => {
  expect(indexCsv([])).toBe('\u{FEFF}"Documento";"Título";"Número físico";"Arquivo";"Situação"\r\n');
});

test('index.csv names what could not be had, so that the ZIP does not look complete', () => {
  const csv = indexCsv([{ folder: 'PMVI042', title: 'Muro', number: '1', file: 'ata.pdf', isIn: false }]);
  expect(csv.split('\r\n')[1]).toBe(`"PMVI042";"Muro";"1";"ata.pdf";"não foi possível obter"`);
});
