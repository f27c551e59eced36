import { PgDialect } from 'drizzle-orm/pg-core';

/** Writes statements as text, with the names of columns as the database has them. */
export const dialect = new PgDialect({ casing: 'snake_case' });
