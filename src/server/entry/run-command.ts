// What the entries of the command line share: configuration, database and files, beside a running
// server or without one.

import { resolve } from 'node:path';
import type pg from 'pg';
import { readConfig, type Config } from '../config/config.ts';
import { placeIn } from '../config/database-address.ts';
import { sessionSecret } from '../config/secrets.ts';
import { connectOwner } from '../db/connections.ts';
import { migrateDatabase } from '../db/migrate.ts';
import type { FileStore } from '../files/file-store.ts';
import { claimStore } from '../files/claim-store.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { hasCluster } from '../postgres/prepare-start.ts';
import { connectionOfRunning } from '../postgres/start-postgres.ts';
import { createLog } from '../reporting/log.ts';
import { startFault } from '../postgres/start-faults.ts';
import { movedClock } from '../config/system-clock.ts';

export type CommandParts = {
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  /** Throws when the files of this database are in another store. */
  readonly claim: () => Promise<void>;
  readonly now: number;
  readonly config: Config;
  /** The secret of the servers; it is created where there is none yet. */
  readonly secret: () => string;
};

export type CommandOptions = {
  /** Whether the command may create a database where there is none. */
  readonly mayMake?: boolean;
  /** Prints the sentence of a failure. Default: on standard error. */
  readonly onFault?: (sentence: string) => void;
};

/**
 * Runs `work`, which returns the exit code, and prints which database it works on. Whatever it
 * throws is printed as one sentence on standard error, with exit code 1.
 */
export function runCommand(
  work: (parts: CommandParts) => Promise<number>,
  options: CommandOptions = {},
): Promise<never> {
  return runConfigured((config) => withData(config, { work, ...options }), options);
}

/** As runCommand, for work that opens no database, or opens it by itself. */
export async function runConfigured(
  work: (config: Config) => Promise<number>,
  { onFault = (sentence) => void process.stderr.write(`${sentence}\n`) }: Pick<CommandOptions, 'onFault'> = {},
): Promise<never> {
  const reading = readConfig(process.env);
  const fail = (sentence: string): number => {
    onFault(sentence);
    return 1;
  };
  const code =
    'faults' in reading
      ? fail(reading.faults.map((fault) => `Configuração: ${fault}`).join('\n'))
      : await work(reading.config).catch((error: unknown) => fail(startFault(error, reading.config)));
  process.exit(code);
}

/**
 * Runs `work` with the connection to the configured database, which is neither made nor migrated;
 * null where there is none. A stopped PostgreSQL under DATA_DIR is started for it.
 */
export async function withConnection<T>(
  config: Config,
  work: (connection: pg.ClientConfig | null) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl === null && !hasCluster(config.dataDir)) return work(null);
  const postgres = await databaseOf(config);
  try {
    return await work(postgres.connection);
  } finally {
    await postgres.close();
  }
}

/** The one argument of `npm run … -- FILE`. Throws `usage` when it is missing. */
export function fileArgument(usage: string): string {
  const [path, ...rest] = process.argv.slice(2);
  if (path === undefined || rest.length > 0) throw new Error(`uso: ${usage}`);
  return path;
}

/**
 * Prints what a backup or a restore found missing or wrong; returns the exit code, 2 when there is
 * anything.
 */
export function tellLosses(losses: readonly { readonly storageKey: string; readonly of: string }[]): number {
  for (const { storageKey, of } of losses)
    process.stderr.write(`Arquivo perdido ou danificado: ${storageKey}, de ${of}\n`);
  return losses.length === 0 ? 0 : 2;
}

type Work = CommandOptions & { readonly work: (parts: CommandParts) => Promise<number> };

async function withData(config: Config, { work, mayMake = false }: Work): Promise<number> {
  if (!mayMake && config.databaseUrl === null && !hasCluster(config.dataDir)) throw nothingAt(config);
  const postgres = await databaseOf(config);
  try {
    if (!mayMake && !(await hasTables(postgres.connection))) throw nothingAt(config);
    process.stderr.write(`Banco de dados: ${placeOf(config)}\n`);
    await migrateDatabase(postgres.connection, {
      onMigration: (name) => process.stderr.write(`Atualizando o banco de dados: ${name}\n`),
    });
    const files = await openFileStore(config, { besideServer: true });
    const claim = (): Promise<void> => claimStore({ connection: postgres.connection, files, config });
    const secret = (): string => sessionSecret(config);
    const now = movedClock(config.clockOffsetMs)();
    const { connection } = postgres;
    return await work({ config, connection, files, claim, now, secret });
  } finally {
    await postgres.close();
  }
}

/**
 * The error for a place without a database. A command that is started without the server's
 * variables would otherwise make a database of its own and report success.
 */
function nothingAt(config: Config): Error {
  const variable = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  return new Error(`${placeOf(config)}: não há um banco de dados do Malote ali. Defina ${variable} como no servidor`);
}

/** Where the database is, without user and password. */
export function placeOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === null) return `DATA_DIR ${resolve(dataDir)}`;
  return `DATABASE_URL ${placeIn(databaseUrl)}`;
}

async function hasTables(connection: pg.ClientConfig): Promise<boolean> {
  const client = await connectOwner(connection);
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('public.tenants') is not null as there`,
    );
    return rows[0]?.there === true;
  } finally {
    await client.end();
  }
}

/**
 * A server that is running keeps running: the command uses the database of that server as it is.
 */
async function databaseOf(config: Config): Promise<{ connection: pg.ClientConfig; close: () => Promise<void> }> {
  const running = config.databaseUrl === null ? connectionOfRunning(config.dataDir) : null;
  return running === null
    ? openPostgres(config, { log: createLog(config.logLevel) })
    : { connection: running, close: async () => undefined };
}
