// Brings the tables to this version at the start, as the owner. Several servers take turns.

import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import * as v from 'valibot';
import { connectOwner } from './connections.ts';
import type { Database } from './database.ts';
import { type Roles, settleRoles, withRoles } from './roles.ts';

const LOCK_KEY = 726_105;
/** PostgreSQL 15 in the form of server_version_num. */
const OLDEST_VERSION = 150_000;

const NEWER = 'o banco de dados é de uma versão mais nova do Malote: inicie essa versão, ou restaure um backup desta';

/**
 * Runs the missing migrations. Throws one clear sentence when the database is too old, was migrated
 * by a newer version, or refuses.
 */
export async function migrateDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = await connectOwner(connection);
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION)
      throw new Error('o banco de dados precisa ser PostgreSQL 15 ou mais novo');
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    if ((await unknownMigrations(client)) > 0) throw new Error(NEWER);
    const roles = await settleRoles(client);
    await runMissing(client, roles).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Error(
        `a migração do banco de dados falhou: ${cause instanceof Error ? cause.message : String(cause)}`,
        {
          cause: error,
        },
      );
    });
  } finally {
    await client.end();
  }
}

/**
 * What the library's own `migrate` does, with the names of this database's roles in each statement.
 */
async function runMissing(client: pg.Client, roles: Roles): Promise<void> {
  const { dialect, session } = drizzle(client) as unknown as {
    readonly dialect: { migrate: (migrations: MigrationMeta[], ...rest: unknown[]) => Promise<void> };
    readonly session: unknown;
  };
  const named = ownMigrations().map((one) => ({
    ...one,
    sql: one.sql.map((statement) => withRoles(statement, roles)),
  }));
  await dialect.migrate(named, session, MIGRATIONS_TABLE);
}

/** How many migrations the database has that this version does not know. */
async function unknownMigrations(client: pg.Client): Promise<number> {
  const table = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as there`,
  );
  if (table.rows[0]?.there !== true) return 0;
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from schema_migrations where hash <> all($1)',
    [ownMigrations().map(({ hash }) => hash)],
  );
  return rows[0]?.count ?? 0;
}

const MIGRATIONS_TABLE = { migrationsSchema: 'public', migrationsTable: 'schema_migrations' };

let read: readonly MigrationMeta[] | null = null;

/** The migrations that this version knows, oldest first. */
function ownMigrations(): readonly MigrationMeta[] {
  read ??= readMigrationFiles({ migrationsFolder: migrationsFolder(), ...MIGRATIONS_TABLE });
  return read;
}

/**
 * The folder is beside this file in the sources, and beside main.js in the build (build-server.mjs
 * copies it there).
 */
function migrationsFolder(): string {
  const folder = fileURLToPath(new URL('migrations', new URL('.', import.meta.url)));
  if (!existsSync(folder))
    throw new Error('as migrações do banco de dados não foram encontradas: rode npm start de novo');
  return folder;
}

/**
 * A server whose database a newer version migrates while it runs would fail with unclear errors.
 * The database notifies it (a trigger of the table of migrations), it also checks at each health
 * check, and from then on it answers 503.
 */
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
