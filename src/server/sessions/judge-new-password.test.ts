import { describe, expect, it } from 'vitest';
import { judgeNewPassword } from './passwords.ts';
import { MOST_USED_PASSWORDS } from './most-used-passwords.ts';

const codeOf = (password: string) => judgeNewPassword(password, 'ana@pmvi.example')?.code ?? null;

describe('new passwords (rule H6)', () => {
  it('each of the 3,000 most used passwords is refused', () => {
    const words = MOST_USED_PASSWORDS.trim().split(/\s+/);
    expect(new Set(words).size).toBe(3000);
    expect(words.filter((word) => codeOf(word) !== 'password_common')).toEqual([]);
  });

  it.each([
    '123456',
    'password',
    'PassWord',
    ' qwerty ',
    '１２３４５６',
    'sénha123',
    'Prefeitura2026',
    'município',
    'mudar@123',
  ])('the password %j is refused, in whatever form it is typed', (password) =>
    expect(codeOf(password)).toBe('password_common'),
  );

  it.each(['nova-senha', 'uma senha nova', 'malote-demo', 'prefeitura azul', '7h!kq2', '123456 verdes'])(
    'the password %j is accepted: six characters are enough',
    (password) => expect(codeOf(password)).toBeNull(),
  );

  it('the other rules come first', () => {
    expect(['12345', 'ANA@pmvi.example'].map(codeOf)).toEqual(['password_too_short', 'password_is_email']);
  });
});
