import { expect, test } from 'vitest';
import { changesOf, missingInAccount, passwordProblem } from './profile-form.tsx';

const ACCOUNT = { name: 'Rosângela', last_name: 'Meireles', email: 'gestor.semob@pmvi.example', organization_id: 10 };

test('name, last name and e-mail are required, the sector is not', () => {
  expect(missingInAccount(ACCOUNT)).toEqual([]);
  expect(missingInAccount({ ...ACCOUNT, organization_id: null })).toEqual([]);
  expect(missingInAccount({ ...ACCOUNT, name: '  ', last_name: '​', email: '' })).toEqual([
    'nome',
    'sobrenome',
    'e-mail',
  ]);
});

test.each([
  ['', '', null],
  ['', 'x', { field: 'repeat', code: 'differ' }],
  ['12345', '12345', { field: 'password', code: 'password_too_short' }],
  ['123456', '123456', null],
  ['123456', '123457', { field: 'repeat', code: 'differ' }],
  ['123456', '', { field: 'repeat', code: 'differ' }],
  [ACCOUNT.email, ACCOUNT.email, { field: 'password', code: 'password_is_email' }],
])('the password "%s" repeated as "%s" has the problem %o', (password, repeat, problem) => {
  expect(passwordProblem({ password, repeat, email: ACCOUNT.email })).toEqual(problem);
});

test('only what was changed is sent', () => {
  expect(changesOf(ACCOUNT, ACCOUNT)).toEqual({});
  expect(changesOf(ACCOUNT, { ...ACCOUNT, email: 'rosangela@pmvi.example', organization_id: 4 })).toEqual({
    email: 'rosangela@pmvi.example',
    organization_id: 4,
  });
});
