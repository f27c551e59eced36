// Brings the tables to this version at the start, as the owner. Several servers take turns.

import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** What an update of a database tells while it runs. A new database tells nothing. */
export type MigrationNews = {
  /**
   * Called first, and awaited: migrations are missing, which this server or another one will run.
   */
  readonly onPending?: (names: readonly string[]) => Promise<void>;
  /** Called before each migration. */
  readonly onMigration?: (name: string) => void;
};

/**
 * Runs the missing migrations. Throws one clear sentence when the database is too old, when a newer
 * version has migrated it, or when a migration fails.
 */
export async function migrateDatabase(connection: pg.ClientConfig, news: MigrationNews = {}): Promise<void> {
  const client = await connectOwner(connection);
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION)
      throw new Error('o banco de dados precisa ser PostgreSQL 15 ou mais novo');
    const missing = await missingIn(client);
    if (missing.length > 0 && missing.length < ownMigrations().length)
      await news.onPending?.(missing.map(({ name }) => name));
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    if ((await unknownMigrations(client)) > 0) throw new Error(NEWER);
    const roles = await settleRoles(client);
    await runMissing(client, { roles, news }).catch((error: unknown) => {
      throw new Error(
        `a migração do banco de dados falhou: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    });
  } finally {
    await client.end();
  }
}

/**
 * Runs all missing migrations in one transaction, with the names of this database's roles in each
 * statement. An update that fails leaves the database as the earlier version knows it.
 */
async function runMissing(
  client: pg.Client,
  { roles, news }: { readonly roles: Roles; readonly news: MigrationNews },
): Promise<void> {
  await client.query(
    'create table if not exists schema_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const missing = await missingIn(client);
  const isNew = missing.length === ownMigrations().length;
  await client.query('begin');
  for (const { name, sql: statements, hash, folderMillis } of missing) {
    if (!isNew) news.onMigration?.(name);
    for (const statement of statements) await client.query(withRoles(statement, roles));
    await client.query('insert into schema_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);
  }
  await client.query('commit');
}

/** The migrations of this version that come after the last one that has run. */
async function missingIn(client: pg.Client): Promise<readonly OwnMigration[]> {
  if (!(await hasMigrations(client))) return ownMigrations();
  const { rows } = await client.query<{ last: number | null }>(
    'select max(created_at)::float8 as last from schema_migrations',
  );
  const last = rows[0]?.last ?? 0;
  return ownMigrations().filter(({ folderMillis }) => folderMillis > last);
}

async function hasMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as there`,
  );
  return rows[0]?.there === true;
}

/** How many migrations the database has that this version does not know. */
async function unknownMigrations(client: pg.Client): Promise<number> {
  if (!(await hasMigrations(client))) return 0;
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from schema_migrations where hash <> all($1)',
    [ownMigrations().map(({ hash }) => hash)],
  );
  return rows[0]?.count ?? 0;
}

/** How many migrations have run, are missing, and are of a newer version. */
export async function migrationsAt(client: pg.Client): Promise<Record<'run' | 'missing' | 'unknown', number>> {
  const [missing, unknown] = [(await missingIn(client)).length, await unknownMigrations(client)];
  return { run: ownMigrations().length - missing, missing, unknown };
}

type OwnMigration = MigrationMeta & { readonly name: string };

const Journal = v.object({ entries: v.array(v.object({ tag: v.string() })) });

let read: readonly OwnMigration[] | null = null;

/** The migrations that this version knows, oldest first. */
function ownMigrations(): readonly OwnMigration[] {
  read ??= readMigrations(migrationsFolder());
  return read;
}

function readMigrations(migrationsFolder: string): readonly OwnMigration[] {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as unknown;
  const { entries } = v.parse(Journal, journal);
  return readMigrationFiles({ migrationsFolder }).map((one, place) => ({ ...one, name: entries[place]?.tag ?? '' }));
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
 * Notices that a newer version has migrated the database while this server runs, whose statements
 * could then fail with unclear errors (S166). The server looks when a trigger of the table of
 * migrations notifies it, and at each health check. From then on it answers 503.
 */
export type SchemaWatch = {
  isOutdated(): boolean;
  /** Asks the database for migrations that this version does not know. */
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
