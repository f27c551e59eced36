// A database that goes back to an older state while its server runs: its files are copied, and put
// back later, as a snapshot of the machine or a restored copy puts them back.

import pg from 'pg';
import { inject } from 'vitest';

export type OldState = { readonly putBack: () => Promise<void>; readonly drop: () => Promise<void> };

/** Copies the database as it is. All connections end, as they do when it is put back. */
export async function copyState(connection: pg.ClientConfig): Promise<OldState> {
  const name = String(connection.database);
  const copy = `${name}_old`;
  await exclusively(name, `create database ${copy} template ${name} strategy file_copy`);
  return {
    putBack: () =>
      asAdmin(`drop database ${name} with (force)`, `create database ${name} template ${copy} strategy file_copy`),
    drop: () => asAdmin(`drop database ${copy} with (force)`),
  };
}

async function exclusively(name: string, statement: string): Promise<void> {
  await asAdmin(
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    statement,
    `alter database ${name} allow_connections true`,
  );
}

async function asAdmin(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
