import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

export const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * A constant of the code that many statements contain, as text that is put together once: putting the columns of a row together anew
 * took a tenth of a list's answer. Throws at the start where the fragment has values.
 */
export function fixedSql(fragment: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(fragment);
  if (params.length > 0) throw new Error('a fragment with values is not always the same text');
  return sql.raw(text);
}
