import { emailOf } from '#domain/text.ts';
import { sql, type SQL } from 'drizzle-orm';

/**
 * Whether a row of `users` has this e-mail, in whatever normal form it was typed (S25). Also as it was typed: where two accounts
 * of before differ in nothing but the normal form, one of them keeps its own.
 */
export function hasEmail(typed: string): SQL {
  return sql`lower(email) in (lower(${emailOf(typed)}), lower(${typed.trim()}))`;
}

/** An order of the rows above: of two such accounts the one that was typed. */
export function asTypedFirst(typed: string): SQL {
  return sql`lower(email) = lower(${typed.trim()}) desc`;
}
