// Accounts whose person has not chosen a password yet. What stands in the place of the hash fits no
// password, and is another one for each account, so that marks made of it are too.

import { sql, type SQL } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';

const NONE = 'none:';

export function noPassword(): string {
  return `${NONE}${randomBytes(24).toString('base64url')}`;
}

/** Whether what is stored is the hash of a password at all. */
export function isHash(stored: string): boolean {
  return stored.startsWith('$');
}

/** Condition over alias `u`: the person has no password yet. */
export function hasNoPassword(): SQL {
  return sql`starts_with(u.password_hash, ${NONE}::text)`;
}
