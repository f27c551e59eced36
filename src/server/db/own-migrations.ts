import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const MIGRATIONS_TABLE = { migrationsSchema: 'public', migrationsTable: 'schema_migrations' };

let read: readonly MigrationMeta[] | null = null;

/** The migrations that this version knows, oldest first. */
export function ownMigrations(): readonly MigrationMeta[] {
  read ??= readMigrationFiles({ migrationsFolder: migrationsFolder(), ...MIGRATIONS_TABLE });
  return read;
}

/**
 * The folder stands beside this file in the sources, and beside main.js in the build
 * (build-server.mjs copies it there).
 */
function migrationsFolder(): string {
  const folder = fileURLToPath(new URL('migrations', new URL('.', import.meta.url)));
  if (!existsSync(folder))
    throw new Error('as migrações do banco de dados não foram encontradas: rode npm start de novo');
  return folder;
}
