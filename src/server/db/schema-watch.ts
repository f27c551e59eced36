// A server whose database a newer version migrates while it runs would fail with unclear errors.
// The database notifies it (a trigger of the table of migrations), it also checks at each health
// check, and from then on it answers 503.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from './database.ts';
import { ownMigrations } from './own-migrations.ts';

export type SchemaWatch = {
  isOutdated(): boolean;
  /** Asks the database. */
  look(): Promise<void>;
};

export function watchSchema(database: Database): SchemaWatch {
  let outdated = false;
  return {
    isOutdated: () => outdated,
    async look() {
      const known = JSON.stringify(ownMigrations().map(({ hash }) => hash));
      const [row] = await database.onceAsSystem((tx) =>
        tx.rowsOf(
          v.object({ newer: v.boolean() }),
          sql`select exists (select from schema_migrations
            where hash not in (select jsonb_array_elements_text(${known}::jsonb))) as newer`,
        ),
      );
      outdated = row?.newer === true;
    },
  };
}
