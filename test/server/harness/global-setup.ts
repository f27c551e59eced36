// One embedded PostgreSQL per vitest run, in a folder of its own, with a migrated template that each test file clones.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  }
}

const TEMPLATE = 'malote_template';

/** Starts it for the run; answers how to stop it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'malote-test-'));
  const postgres = await startPostgres(dataDir);
  const { host = '', port = 0, user = '', password } = postgres.connection;
  const admin = new pg.Client({ ...postgres.connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrateDatabase({ ...postgres.connection, database: TEMPLATE });
  project.provide('postgres', { host, port, user, password: String(password) });
  project.provide('template', TEMPLATE);
  project.provide('demoFiles', join(dataDir, 'demo-files'));
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
