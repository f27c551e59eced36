// What the forms of the profile may save, without a screen: which fields are missing, whether a
// password is good, and what has changed.

import { judgePassword } from '#domain/passwords.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import { emailOf, isBlank } from '#domain/text.ts';

export type Account = {
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  readonly organization_id: number | null;
};

/** The names of the empty fields that must be filled, as they are read after "Falta:". */
export function missingInAccount({ name, last_name, email }: Account): string[] {
  return [
    ...(isBlank(name) ? ['nome'] : []),
    ...(isBlank(last_name) ? ['sobrenome'] : []),
    ...(isBlank(email) ? ['e-mail'] : []),
  ];
}

export type PasswordProblem = { readonly field: 'password' | 'repeat'; readonly code: RefusalCode | 'differ' };

/** Why a new password can't be saved; null for one that can, and for none. */
export function passwordProblem(typed: { password: string; repeat: string; email: string }): PasswordProblem | null {
  const { password, repeat, email } = typed;
  if (password === '') return repeat === '' ? null : { field: 'repeat', code: 'differ' };
  const refusal = judgePassword(password, email);
  if (refusal !== null) return { field: 'password', code: refusal.code };
  return password === repeat ? null : { field: 'repeat', code: 'differ' };
}

/**
 * Whether another e-mail is typed, which needs the present password; case and what is not seen do
 * not count.
 */
export function isOtherEmail(stored: string, typed: string): boolean {
  return !isBlank(typed) && emailOf(typed).toLowerCase() !== emailOf(stored).toLowerCase();
}

/**
 * The entries of `typed` that differ from `stored`: an edit sends what its author changed (rule
 * E6).
 */
export function changesOf<Fields extends object>(stored: Fields, typed: Fields): Partial<Fields> {
  const changed = Object.entries(typed).filter(([name, value]) => value !== stored[name as keyof Fields]);
  return Object.fromEntries(changed) as Partial<Fields>;
}
