// Password rules (product specification, section 9; decisions H6; hardening, default 5).

import type { Refusal } from './refusals.ts';

export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_BYTES = 256;

/** What is wrong with a new password, or null; the person's own e-mail is no password. */
export function judgePassword(password: string, email: string): Refusal | null {
  if ([...password].length < PASSWORD_MIN_LENGTH) return { code: 'password_too_short', field: 'password' };
  if (utf8LengthOf(password) > PASSWORD_MAX_BYTES) return { code: 'too_long', field: 'password' };
  const same = password.trim().toLowerCase() === email.trim().toLowerCase();
  return same ? { code: 'password_is_email', field: 'password' } : null;
}

function utf8LengthOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
