import { expect, test } from 'vitest';
import { type ManagedRow, UNLOCKED } from './managed-row.ts';
import { countInk, lockOn, searchRows, tickOf } from './search-rows.ts';

const row = (name: string, change: Partial<ManagedRow> = {}): ManagedRow => ({
  key: name,
  name,
  isActive: true,
  pencil: { isNew: false, row: false, status: false },
  mark: null,
  ...change,
});

const transito = row('Secretaria de Trânsito');
const arquivo = row('Arquivo Público', { isActive: false });
const textOf = ({ name }: ManagedRow) => name;

test.each([
  ['an empty search shows every row', {}, [transito, arquivo]],
  ['words are found without accents and case', { busca: 'TRANSITO' }, [transito]],
  ['a single letter is a search', { busca: 'q' }, [arquivo]],
  ['the status narrows the list', { situacao: 'inativos' }, [arquivo]],
  ['words and status both have to match', { busca: 'secretaria', situacao: 'inativos' }, []],
] as const)('a management list: %s', (_what, search, shown) => {
  expect(searchRows([transito, arquivo], { search, textOf })).toEqual(shown);
});

test.each([
  [
    'rows made here are not counted',
    [transito, row('Novo', { pencil: { isNew: true, row: true, status: false } })],
    1,
    1,
  ],
  [
    'a switch that waits counts as the server has it',
    [row('A', { isActive: false, pencil: { isNew: false, row: false, status: true } })],
    1,
    1,
  ],
  ['an inactive row is counted as a row', [transito, arquivo], 2, 1],
] as const)('the header of a management list counts ink: %s', (_what, rows, all, active) => {
  expect(countInk(rows)).toEqual({ all, active });
});

test.each([
  [[], 'none'],
  [['Arquivo Público'], 'some'],
  [['Arquivo Público', 'Secretaria de Trânsito'], 'all'],
] as const)('the tick of a group when %j is ticked', (ticked, said) => {
  const group = { id: 'g', label: 'Grupo', rows: [transito, arquivo] };
  expect(tickOf(group, (key) => (ticked as readonly string[]).includes(key))).toBe(said);
});

test('a bulk action is locked by the first ticked row that is locked', () => {
  const locksOf = ({ name }: ManagedRow) => (name === arquivo.name ? { ...UNLOCKED, off: 'Não dá.' } : UNLOCKED);
  expect(lockOn([transito, arquivo], { act: 'off', locksOf })).toBe('Não dá.');
  expect(lockOn([transito, arquivo], { act: 'remove', locksOf })).toBeNull();
});
