// Password rules (rule H6; default 5).

import type { Refusal } from './refusals.ts';
import { emailOf, hasStray, lengthSeen, opaquePassword } from './text.ts';

export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_BYTES = 256;

/**
 * What is wrong with a new password, or null. It is judged in the form in which it is hashed. The
 * person's own e-mail is not accepted, and neither are characters that a person could not type
 * again.
 */
export function judgePassword(password: string, email: string): Refusal | null {
  const opaque = opaquePassword(password);
  if (hasStray(opaque)) return { code: 'password_invisible', field: 'password' };
  if (lengthSeen(opaque) < PASSWORD_MIN_LENGTH) return { code: 'password_too_short', field: 'password' };
  if (isPasswordTooLong(opaque)) return { code: 'too_long', field: 'password' };
  const same = opaque.trim().toLowerCase() === emailOf(email).toLowerCase();
  return same ? { code: 'password_is_email', field: 'password' } : null;
}

/** Whether a password is longer than any password that can have been set. */
export function isPasswordTooLong(password: string): boolean {
  return utf8LengthOf(password) > PASSWORD_MAX_BYTES;
}

function utf8LengthOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
