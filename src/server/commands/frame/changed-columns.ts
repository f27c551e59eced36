import { sql, type SQL } from 'drizzle-orm';

/**
 * `column = value, …` for the fields that a PUT brought; absent fields are left alone (rule E6:
 * field by field). null when no field was sent. Column names must be constants of the code: they
 * are not escaped.
 */
export function changedColumns(values: Readonly<Record<string, unknown>>): SQL | null {
  const sets = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.raw(column)} = ${value}`);
  return sets.length === 0 ? null : sql.join(sets, sql`, `);
}
