import { emailOf } from '#domain/text.ts';
import { sql, type SQL } from 'drizzle-orm';

/**
 * Whether a row of `users` has this e-mail, in whatever normal form it was typed (S25). The e-mail
 * is also compared as typed: where two older accounts differ in nothing but the normal form, one of
 * them keeps its own.
 */
export function hasEmail(typed: string): SQL {
  return sql`lower(email) in (lower(${emailOf(typed)}), lower(${typed.trim()}))`;
}

/**
 * Orders the rows found above: of two such accounts the one with the e-mail as typed comes first.
 */
export function asTypedFirst(typed: string): SQL {
  return sql`lower(email) = lower(${typed.trim()}) desc`;
}
