import { sql, type SQL } from 'drizzle-orm';

/**
 * `column = value, …` for the fields a PUT brought; what was not sent is left alone (rule E6: field by field). Column
 * names are trusted SQL. null when nothing was sent.
 */
export function changedColumns(values: Readonly<Record<string, unknown>>): SQL | null {
  const sets = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.raw(column)} = ${value}`);
  return sets.length === 0 ? null : sql.join(sets, sql`, `);
}
