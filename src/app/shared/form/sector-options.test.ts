import { expect, test } from 'vitest';
import { sectorOptions } from './sector-options.ts';

const SECTORS = [
  { id: 1, name: 'Gabinete do Prefeito', acronym: 'GAB' },
  { id: 2, name: 'Protocolo Geral', acronym: 'PROT' },
  { id: 3, name: 'Secretaria Municipal da Fazenda', acronym: 'SEMFA' },
  { id: 4, name: 'Secretaria Municipal de Administração', acronym: 'SEMAD' },
  { id: 5, name: 'Secretaria Municipal de Trânsito e Segurança Viária', acronym: 'SEMTRAN' },
];

test('sectors stand in the order of the names that are shown, each with its acronym apart', () => {
  expect(sectorOptions(SECTORS).map(({ text, detail }) => `${text} / ${detail}`)).toEqual([
    'Administração / SEMAD',
    'Fazenda / SEMFA',
    'Gabinete do Prefeito / GAB',
    'Protocolo Geral / PROT',
    'Trânsito e Segurança Viária / SEMTRAN',
  ]);
});

test('a sector is found by its whole name and by its acronym, and a note stands behind the acronym', () => {
  const [option] = sectorOptions(SECTORS.slice(4), () => '(sem usuários ativos)');
  expect(option?.detail).toBe('SEMTRAN (sem usuários ativos)');
  expect(option?.search).toBe('Secretaria Municipal de Trânsito e Segurança Viária SEMTRAN');
});
