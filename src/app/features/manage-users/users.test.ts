import { expect, test } from 'vitest';
import { groupUsers } from './users-screen.tsx';
import { EMPTY_USER, missingOfPassword, missingOfUser } from './user-fields.ts';
import { passesUsers, usersSearch } from './users-search.ts';

const person = (name: string, organization: { id: number; name: string } | null) => ({ name, data: { organization } });
const obras = { id: 3, name: 'Obras' };
const arquivo = { id: 9, name: 'Árquivo' };

test('people stand by sector: those without one first, then sectors by name without regard to accents', () => {
  const rows = [person('Ana', obras), person('Bia', null), person('Caio', arquivo), person('Davi', obras)];
  const groups = groupUsers(rows).map(({ label, rows: people }) => [label, people.map((one) => one.name)]);
  expect(groups).toEqual([
    ['Sem organização', ['Bia']],
    ['Árquivo', ['Caio']],
    ['Obras', ['Ana', 'Davi']],
  ]);
});

test.each([
  [{ setor: '3' }, { setor: 3 }],
  [{ setor: '0' }, { setor: 0 }],
  [{ setor: 'x', papel: '' }, {}],
  [{ papel: 'Servidor', busca: ' ', situacao: 'todos' }, { papel: 'Servidor' }],
])('the address %j of the list of people asks for %j', (raw, asked) => {
  expect(usersSearch(raw)).toEqual(asked);
});

test.each([
  [{}, true],
  [{ setor: 3 }, true],
  [{ setor: 0 }, false],
  [{ setor: 3, papel: 'Consulta' }, false],
])('a servant of sector 3 is shown when %j is asked: %s', (search, isShown) => {
  expect(passesUsers(search, { organization: { id: 3 }, role: 'Servidor' })).toBe(isShown);
});

test.each([
  ['nothing typed', '', true, ['senha']],
  ['one letter short', '12345', true, ['mais 1 caractere na senha']],
  ['long enough', '123456', true, []],
  ['none for a person who has one', '', false, []],
  ['too short a new one', '123', false, ['mais 3 caracteres na senha']],
] as const)('what a password misses: %s', (_what, password, isRequired, words) => {
  expect(missingOfPassword(password, isRequired).map((one) => one.word)).toEqual(words);
});

test('a new person needs every field, and one who has no sector may stay without', () => {
  const all = ['name', 'last_name', 'email', 'roles', 'organization_id'];
  expect(missingOfUser(EMPTY_USER, null).map((one) => one.field)).toEqual(all);
  const before = { ...EMPTY_USER, name: 'Zélia', last_name: 'Outeiro', email: 'z@pmvi.example', role_id: 4 };
  expect(missingOfUser(before, before)).toEqual([]);
});
