// A database as an earlier version left it, owned by an ordinary role, to which row-level security
// applies.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { inject } from 'vitest';
import { endOwnerOf, ownerOf } from './plain-owner.ts';

export type OldDatabase = {
  /** The ordinary owner's connection. */
  readonly owner: pg.ClientConfig;
  /** A connection that no row-level rule applies to. */
  readonly asSuperuser: <Answer>(work: (client: pg.Client) => Promise<Answer>) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** With the first `migrations` migrations run. */
export async function openOldDatabase(name: string, migrations: number): Promise<OldDatabase> {
  const postgres = inject('postgres');
  const own = `${name}_${process.pid}`;
  const owner = { ...postgres, user: own, password: own, database: own };
  const asAdmin = async (...statements: string[]): Promise<void> =>
    using({ ...postgres, database: 'postgres' }, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  // The roles that the first versions shared between all databases, and that these migrations still
  // need.
  for (const shared of ['malote_app', 'malote_system'])
    await asAdmin(`create role ${shared} nologin`).catch(() => undefined);
  await asAdmin(...ownerOf(own), `grant malote_app, malote_system to ${own}`, `create database ${own} owner ${own}`);
  const folder = await mkdtemp(join(tmpdir(), 'malote-migrations-'));
  await cp(new URL('../../../src/server/db/migrations', import.meta.url), folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as { entries: { idx: number }[] };
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.filter(({ idx }) => idx < migrations) }));
  await using(owner, (client) =>
    migrate(drizzle(client), {
      migrationsFolder: folder,
      migrationsSchema: 'public',
      migrationsTable: 'schema_migrations',
    }),
  );
  await rm(folder, { recursive: true, force: true });
  return {
    owner,
    asSuperuser: (work) => using({ ...postgres, database: own }, work),
    close: () => asAdmin(`drop database ${own} with (force)`, ...endOwnerOf(own)),
  };
}

async function using<Answer>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
