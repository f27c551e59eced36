// What the command-line entries share: configuration, database and files, beside a server that runs or without one.

import type pg from 'pg';
import { readConfig, type Config } from '../config.ts';
import { migrateDatabase } from '../db/migrate.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { openPostgres } from '../open-postgres.ts';
import { connectionOfRunning } from '../postgres/start-postgres.ts';
import { movedClock } from '../system-clock.ts';

export type CommandParts = {
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  readonly now: number;
};

/** Runs `work`, whose answer is the exit code; whatever it throws is one sentence on standard error and 1. */
export async function runCommand(work: (parts: CommandParts) => Promise<number>): Promise<never> {
  const code = await withData(work).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  });
  process.exit(code);
}

/** The one argument of `npm run … -- FILE`. Throws `usage` without it. */
export function fileArgument(usage: string): string {
  const [path, ...rest] = process.argv.slice(2);
  if (path === undefined || rest.length > 0) throw new Error(`uso: ${usage}`);
  return path;
}

async function withData(work: (parts: CommandParts) => Promise<number>): Promise<number> {
  const reading = readConfig(process.env);
  if ('faults' in reading) throw new Error(reading.faults.map((fault) => `Configuração: ${fault}`).join('\n'));
  const { config } = reading;
  const postgres = await databaseOf(config);
  try {
    await migrateDatabase(postgres.connection);
    const files = await openFileStore(config, { besideServer: true });
    return await work({ connection: postgres.connection, files, now: movedClock(config.clockOffsetMs)() });
  } finally {
    await postgres.close();
  }
}

/** A running server keeps running: its database is used as it is. */
async function databaseOf(config: Config): Promise<{ connection: pg.ClientConfig; close: () => Promise<void> }> {
  const running = config.databaseUrl === null ? connectionOfRunning(config.dataDir) : null;
  return running === null ? openPostgres(config) : { connection: running, close: async () => undefined };
}
