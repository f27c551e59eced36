// The mark of a document: made once, the same in every copy of the database (S168). In the column
// stands the id of the command that made the document, or a random one; rows say a digest, so that
// a page of many stays small and no id of another person's command is told.

import { MARK_LENGTH } from '#contract/scalars.ts';
import { sql, type SQL } from 'drizzle-orm';
import { createHash } from 'node:crypto';

/** What rows say of alias `d`. */
export const markSql: SQL = sql.raw(
  `left(translate(encode(sha256(convert_to(d.mark::text, 'UTF8')), 'base64'), '+/', '-_'), ${MARK_LENGTH})`,
);

/**
 * Whether `said` means the document with this mark. Its author's device knows the command's id
 * before there is a row.
 */
export function isMarkOf(mark: string, said: string): boolean {
  return said === mark || said === createHash('sha256').update(mark).digest('base64url').slice(0, MARK_LENGTH);
}
