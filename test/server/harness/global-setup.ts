// One embedded PostgreSQL per vitest run, in a folder of the run's own, with a migrated template
// that each test file clones.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/postgres/start-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string };
    template: string;
    /** Where the demonstration's files are kept for cloning. */
    demoFiles: string;
    /** Where the server is built. */
    serverBuild: string;
  }
}

const TEMPLATE = 'malote_template';
/**
 * Crash tests use database servers of their own (crash.test.ts), so that this one need not survive
 * a crash.
 */
const UNSAFE = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', `max_wal_size = '256MB'`];

/** Starts it for the run; returns a function that stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = project.config.env['TMPDIR'] ?? '';
  const build = join(project.config.root, `node_modules/.cache/malote-server-${process.pid}`);
  mkdirSync(folder, { mode: 0o755 });
  const postgres = await startPostgres(join(folder, 'data'), {
    onRestart: async () => undefined,
    log: console,
  });
  const stop = async (): Promise<void> => {
    await postgres.stop();
    for (const made of [folder, build]) rmSync(made, { recursive: true, force: true });
  };
  try {
    const { host = '', port = 0, user = '', password } = postgres.connection;
    await makeTemplate(postgres.connection);
    project.provide('postgres', { host, port, user, password: String(password) });
    project.provide('template', TEMPLATE);
    project.provide('demoFiles', join(folder, 'demo-files'));
    project.provide('serverBuild', build);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function makeTemplate(connection: pg.ClientConfig): Promise<void> {
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  for (const setting of UNSAFE) await admin.query(`alter system set ${setting}`);
  await admin.query('select pg_reload_conf()');
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrateDatabase({ ...connection, database: TEMPLATE });
}
