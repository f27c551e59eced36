// Brings the tables to this version at the start, as the owner. Several servers take turns.

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { connectOwner } from './connect-owner.ts';

const LOCK_KEY = 726_105;
/** PostgreSQL 15 in the form of server_version_num. */
const OLDEST_VERSION = 150_000;

/** Runs the missing migrations. Throws one clear sentence when the database is too old or refuses. */
export async function migrateDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = await connectOwner(connection);
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION)
      throw new Error('o banco de dados precisa ser PostgreSQL 15 ou mais novo');
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await migrate(drizzle(client), {
      migrationsFolder: migrationsFolder(),
      migrationsSchema: 'public',
      migrationsTable: 'schema_migrations',
    }).catch((error: unknown) => {
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
 * The folder stands beside this file in the sources, and beside main.js in the build (build-server.mjs copies it there).
 */
function migrationsFolder(): string {
  const folder = fileURLToPath(new URL('migrations', new URL('.', import.meta.url)));
  if (!existsSync(folder))
    throw new Error('as migrações do banco de dados não foram encontradas: rode npm start de novo');
  return folder;
}
