// What the entries of the command line share: configuration, database and files, beside a running server or without one.

import type pg from 'pg';
import { readConfig, type Config } from '../config/config.ts';
import { sessionSecret } from '../config/secrets.ts';
import { migrateDatabase } from '../db/migrate.ts';
import type { FileStore } from '../files/file-store.ts';
import { claimStore } from '../files/claim-store.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { connectionOfRunning } from '../postgres/start-postgres.ts';
import { createLog } from '../reporting/log.ts';
import { startFault } from '../reporting/start-faults.ts';
import { movedClock } from '../config/system-clock.ts';

export type CommandParts = {
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  /** Throws when the files of this database are in another store. */
  readonly claim: () => Promise<void>;
  readonly now: number;
  /** The secret of the servers, made now where there is none yet. */
  readonly secret: () => string;
};

/**
 * Runs `work`, which answers the exit code. Whatever it throws is printed as one sentence on standard error, with exit
 * code 1.
 */
export async function runCommand(work: (parts: CommandParts) => Promise<number>): Promise<never> {
  const reading = readConfig(process.env);
  const fail = (sentence: string): number => {
    process.stderr.write(`${sentence}\n`);
    return 1;
  };
  const code =
    'faults' in reading
      ? fail(reading.faults.map((fault) => `Configuração: ${fault}`).join('\n'))
      : await withData(reading.config, work).catch((error: unknown) => fail(startFault(error, reading.config)));
  process.exit(code);
}

/** The one argument of `npm run … -- FILE`. Throws `usage` when it is missing. */
export function fileArgument(usage: string): string {
  const [path, ...rest] = process.argv.slice(2);
  if (path === undefined || rest.length > 0) throw new Error(`uso: ${usage}`);
  return path;
}

async function withData(config: Config, work: (parts: CommandParts) => Promise<number>): Promise<number> {
  const postgres = await databaseOf(config);
  try {
    await migrateDatabase(postgres.connection);
    const files = await openFileStore(config, { besideServer: true });
    const claim = (): Promise<void> => claimStore({ connection: postgres.connection, files, config });
    const secret = (): string => sessionSecret(config);
    const now = movedClock(config.clockOffsetMs)();
    return await work({ connection: postgres.connection, files, claim, now, secret });
  } finally {
    await postgres.close();
  }
}

/** A server that is running keeps running: the command uses the database of that server as it is. */
async function databaseOf(config: Config): Promise<{ connection: pg.ClientConfig; close: () => Promise<void> }> {
  const running = config.databaseUrl === null ? connectionOfRunning(config.dataDir) : null;
  return running === null
    ? openPostgres(config, { log: createLog(config.logLevel) })
    : { connection: running, close: async () => undefined };
}
