import { expect, test } from 'vitest';
import { distinctNames, freeName } from './zip.ts';

test('two files with the same name get different names in a ZIP', () => {
  expect(distinctNames(['ata.pdf', 'Ata.pdf', 'ata.pdf', 'a/b.txt'])).toEqual([
    'ata.pdf',
    'Ata (2).pdf',
    'ata (3).pdf',
    'a-b.txt',
  ]);
});

test.each([
  ['CON.pdf', '_CON.pdf'],
  ['nul.pdf', '_nul.pdf'],
  ['Aux', '_Aux'],
  ['PRN .pdf', '_PRN .pdf'],
  ['com1.ata.pdf', '_com1.ata.pdf'],
  ['LPT³.txt', '_LPT³.txt'],
  ['CONIN$.txt', '_CONIN$.txt'],
  ['Contrato.pdf', 'Contrato.pdf'],
  ['com10.pdf', 'com10.pdf'],
  ['Auxílio.pdf', 'Auxílio.pdf'],
  ['Portaria n. ', 'Portaria n'],
  [`${'x'.repeat(119)} yz`, 'x'.repeat(119)],
])('%j is %j in a ZIP: Windows unpacks every name', (name, inZip) => {
  expect(distinctNames([name])).toEqual([inZip]);
});

test('a name that is mended keeps away from the others', () => {
  expect(distinctNames(['_con.pdf', 'CON.pdf'])).toEqual(['_con.pdf', '_CON (2).pdf']);
});

test('a PDF of photographs made in the same minute as others gets the next number', () => {
  const name = 'Páginas 22-11-2026 14h32.pdf';
  expect(freeName(name, [])).toBe(name);
  expect(freeName(name, [name])).toBe('Páginas 22-11-2026 14h32 (2).pdf');
  expect(freeName(name, [name, 'Páginas 22-11-2026 14h32 (2).pdf'])).toBe('Páginas 22-11-2026 14h32 (3).pdf');
});
