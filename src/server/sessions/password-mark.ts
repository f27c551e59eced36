import { sql } from 'drizzle-orm';

/**
 * What of a person's stored password (alias `u`) something was made with. Another password ends it,
 * however that was set; so does the login that stores a hash anew which was made from the password
 * as typed.
 */
export const PASSWORD_MARK = sql`sha256(convert_to(u.password_hash, 'UTF8'))`;
