import { expect, test } from 'vitest';
import { indexCsv } from './index-csv.ts';

test('a title with quotes, semicolons or a formula stays one harmless cell', () => {
  const csv = indexCsv([{ folder: 'PMVI042', title: 'Muro; "caído"', number: '=SOMA(A1)', file: 'ata.pdf' }]);
  expect(csv.split('\r\n')[1]).toBe(`"PMVI042";"Muro; ""caído""";"'=SOMA(A1)";"ata.pdf"`);
});

test('it opens as UTF-8 and always has its header', () => {
  expect(indexCsv([])).toBe('\u{FEFF}"Documento";"Título";"Número físico";"Arquivo"\r\n');
});
